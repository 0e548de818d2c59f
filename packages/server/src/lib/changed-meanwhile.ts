import { AppError } from './app-error.ts'

/** The refusal of whoever writes with an old version: who wrote since and when, as people say it. */
export function changedMeanwhile(
  { updatedBy, updatedAt }: { updatedBy: string | null; updatedAt: Date | null },
  timeZone: string,
): AppError {
  const at = updatedAt === null ? '' : ` at ${readable(updatedAt, timeZone)}`
  return new AppError('CONFLICT', `changed by ${updatedBy ?? 'somebody else'}${at}`)
}

function readable(at: Date, timeZone: string): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(at)
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone }).format(at)
  return `${time} on ${date} (${timeZone})`
}
