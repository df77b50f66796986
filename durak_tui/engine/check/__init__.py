"""The compliance check: does an engine keep the protocol?"""
