/** Returns the code of a system error, such as 'EACCES', or undefined. */
export function errorCode(error: unknown): string | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : undefined
}

/** True when a file or directory does not exist. */
export const isMissing = (error: unknown): boolean => errorCode(error) === 'ENOENT'
