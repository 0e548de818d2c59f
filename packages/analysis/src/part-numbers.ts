/** Returns a part number trimmed and in upper case; Microsoft mixes case and may add spaces at the ends. */
export function normalizedPartNumber(partNumber: string): string {
  return partNumber.trim().toUpperCase()
}
