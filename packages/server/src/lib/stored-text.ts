/** Text as PostgreSQL can keep it: it refuses NUL and surrogates without their other half. */
export function storedText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** JSON whose texts PostgreSQL can keep, for jsonb columns and json_to_recordset. */
export function storedJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? storedText(part) : part,
  )
}
