/** Longer than anybody looks at the browser's print dialog. */
const KEPT_MS = 300_000

/** Prints a text and nothing of the page around it. */
export function printText(text: string): void {
  const frame = document.createElement('iframe')
  // Out of sight, not hidden: some browsers print nothing of a hidden frame.
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0' })
  frame.tabIndex = -1
  frame.ariaHidden = 'true'
  document.body.append(frame)
  const { contentDocument, contentWindow } = frame
  if (contentDocument === null || contentWindow === null) {
    frame.remove()
    return
  }
  const paper = contentDocument.createElement('pre')
  paper.textContent = text
  contentDocument.body.append(paper)
  contentWindow.addEventListener('afterprint', () => frame.remove())
  // For browsers that do not say when they have printed.
  setTimeout(() => frame.remove(), KEPT_MS)
  contentWindow.print()
}
