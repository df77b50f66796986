// Where this page came from, whatever stands before the server.
document.getElementById("terminal").dataset.sessionWebsocketUrl =
  new URL("ws", location.href).href.replace(/^http/, "ws").replace(/[?#].*/, "");
document.fonts.load('16px "Roboto Mono"');
// Keys go to the terminal at once; it is made when the page is loaded.
addEventListener("load", () =>
  setTimeout(() => document.querySelector(".xterm-helper-textarea").focus()));
document.getElementById("again").addEventListener("click", () => location.reload());
