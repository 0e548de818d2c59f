import { AppError } from './app-error.ts'

interface Versioned {
  /** Null: nothing is stored yet. */
  readonly version: number | null
  readonly updatedBy: string | null
  readonly updatedAt: Date | null
}

/**
 * Refuses whoever writes with an old version, and tells who wrote since and when; without a version it is
 * taken as it is (decisions.md, Administration). The caller holds the lock, so nobody changes it between
 * this look and the writing.
 */
export function refuseOldVersion(
  given: number | null | undefined,
  { version, updatedBy, updatedAt }: Versioned,
): void {
  if (given === undefined || given === version) return
  const at = updatedAt?.toISOString() ?? null
  const message = `changed by ${updatedBy ?? 'somebody else'}${at === null ? '' : ` at ${at}`}`
  throw new AppError('CONFLICT', message, { changed: { by: updatedBy, at } })
}
