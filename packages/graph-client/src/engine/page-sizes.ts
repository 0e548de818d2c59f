/** Every collection of Microsoft's has allowed this many rows on a page. */
const SAFE_SIZE = 100

const SIZE = /([?&]\$top=)(\d+)/iu
const TOKEN = /[?&]\$(?:skiptoken|deltatoken|skip)=/iu
const GUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/giu

export type PageSizes = ReturnType<typeof createPageSizes>

/**
 * Remembers for which collections Microsoft has refused the size of our pages. Microsoft has lowered
 * the largest size of a page without notice, and answers a larger one with 400: that must not cost the
 * data. Links that Microsoft returned are sent back as they came.
 */
export function createPageSizes() {
  const refused = new Set<string>()

  return {
    smaller,
    /** Returns the path with the size that works. */
    workingFor(path: string): string {
      return (refused.size > 0 && refused.has(collectionOf(path)) ? smaller(path) : null) ?? path
    },
    /** Remembers that the smaller size worked where this path was refused. */
    remember(path: string): void {
      refused.add(collectionOf(path))
    },
  }
}

/** Returns the path with pages of the size that every collection allows; null when it has no larger ones. */
function smaller(path: string): string | null {
  const size = Number(SIZE.exec(path)?.[2] ?? 0)
  return size > SAFE_SIZE && !TOKEN.test(path) ? path.replace(SIZE, `$1${SAFE_SIZE}`) : null
}

/** The same for every object and every size: what is selected decides how large a page may be. */
const collectionOf = (path: string): string =>
  path.replace(SIZE, '$1').replaceAll(GUID, '{id}').toLowerCase()
