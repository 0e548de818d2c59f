/** Parses a text as JSON. Returns undefined when it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A body as JSON, whether it came as text or, from a batch, parsed already. */
export function jsonOf(body: unknown): unknown {
  return typeof body === 'string' ? parsedJson(body) : body
}
