import { AppError } from './app-error.ts'

interface Versioned {
  /** Null when no version is stored yet. */
  readonly version: number | null
  readonly updatedBy: string | null
  readonly updatedAt: Date | null
}

/**
 * Refuses a write based on an old version and reports who changed it and when. Without a version
 * the write is accepted (decisions.md, Administration). The caller must hold the lock.
 */
export function refuseOldVersion(
  given: number | null | undefined,
  { version, updatedBy, updatedAt }: Versioned,
): void {
  if (given === undefined || given === version) return
  const at = updatedAt?.toISOString() ?? null
  const message = `changed by ${updatedBy ?? 'another user'}${at === null ? '' : ` at ${at}`}`
  throw new AppError('CONFLICT', message, { changed: { by: updatedBy, at } })
}
