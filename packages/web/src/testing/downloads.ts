import { onTestFinished, vi } from 'vitest'

interface Download {
  name: string
  blob: Blob
}

/** Collects the files that the page offers as downloads, until the test ends. */
export function catchDownloads(): readonly Download[] {
  const downloads: Download[] = []
  const blobs = new Map<string, Blob>()
  // jsdom has neither object addresses nor downloads.
  URL.createObjectURL = (blob: Blob) => {
    const address = `blob:test/${blobs.size}`
    blobs.set(address, blob)
    return address
  }
  URL.revokeObjectURL = () => undefined
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    const blob = blobs.get(this.href)
    if (blob) downloads.push({ name: this.download, blob })
  })
  onTestFinished(() => click.mockRestore())
  return downloads
}

/** Returns the cells of a CSV file without quotes, the header row first. */
export async function cellsOf({ blob }: Download): Promise<string[][]> {
  // Blob.text() removes the byte order mark.
  return (await blob.text())
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
}
