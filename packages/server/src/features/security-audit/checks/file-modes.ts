import { stat } from 'node:fs/promises'

/** Whether people other than the owner have any right to it; null where the system has no such rights. */
export async function othersMay(file: string): Promise<{ mode: string; may: boolean } | null> {
  if (process.platform === 'win32') return null
  const { mode } = await stat(file)
  return { mode: (mode & 0o777).toString(8).padStart(3, '0'), may: (mode & 0o077) !== 0 }
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, 'code') === 'ENOENT'
