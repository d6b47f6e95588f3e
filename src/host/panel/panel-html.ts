import { randomBytes } from 'node:crypto';
import { Uri, type Webview } from 'vscode';

/**
 * The panel's page: an empty body that our one script fills. Nothing of a transcript stands in it,
 * and the policy allows our style and our script alone: no inline code, no images, no network.
 */
export function panelHtml(webview: Webview, extensionUri: Uri, language: string): string {
  const nonce = randomBytes(16).toString('base64url');
  const file = (name: string) =>
    webview.asWebviewUri(Uri.joinPath(extensionUri, 'dist', name)).toString();
  const policy = [
    "default-src 'none'",
    `style-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${/^[a-z-]+$/i.test(language) ? language : 'en'}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${file('webview.css')}">
<title>Agent Session Review</title>
</head>
<body>
<script nonce="${nonce}" src="${file('webview.js')}"></script>
</body>
</html>`;
}
