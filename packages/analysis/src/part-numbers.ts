/** Microsoft's part numbers mix case and may carry blanks at their ends. */
export function normalizedPartNumber(partNumber: string): string {
  return partNumber.trim().toUpperCase()
}
