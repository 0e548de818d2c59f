import { stat } from 'node:fs/promises'

/** True when users other than the owner have rights to it; null when the system has no such rights. */
export async function othersMay(file: string): Promise<{ mode: string; may: boolean } | null> {
  if (process.platform === 'win32') return null
  const { mode } = await stat(file)
  return { mode: (mode & 0o777).toString(8).padStart(3, '0'), may: (mode & 0o077) !== 0 }
}

/** The text for files for which `othersMay` is null. */
export const unreadRights = (files: string) => ({
  reason: `Access rights to ${files} cannot be checked on Windows.`,
  howToVerify: `Check ${files} with icacls: only the account that runs Tenantscope may have rights.`,
})
