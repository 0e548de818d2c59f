import { parse } from 'content-disposition'

/** The name that a Content-Disposition header gives a file; null where it gives none that can be read. */
export function fileNameIn(disposition: string | null): string | null {
  if (disposition === null) return null
  try {
    return parse(disposition).parameters['filename'] ?? null
  } catch {
    return null
  }
}
