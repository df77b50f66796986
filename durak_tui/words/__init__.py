"""Games and reviews in sentences, for every face."""
