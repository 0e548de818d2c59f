import { stat } from 'node:fs/promises'

/** Whether people other than the owner have any right to it; null where the system has no such rights. */
export async function othersMay(file: string): Promise<{ mode: string; may: boolean } | null> {
  if (process.platform === 'win32') return null
  const { mode } = await stat(file)
  return { mode: (mode & 0o777).toString(8).padStart(3, '0'), may: (mode & 0o077) !== 0 }
}

/** What is said of files for which `othersMay` has no answer. */
export const unreadRights = (files: string) => ({
  reason: `Who has rights to ${files} is not read on Windows.`,
  howToVerify: `Look at ${files} with icacls: only the account that runs Tenantscope may have rights.`,
})

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, 'code') === 'ENOENT'
