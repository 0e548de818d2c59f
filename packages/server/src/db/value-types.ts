// Both engines return text; this file defines the types on which their drivers differ.

const int8Oid = 20
const int8ArrayOid = 1016
const timestampOid = 1114
const timestamptzOid = 1184
const dateOid = 1082
const intervalOid = 1186

type ValueParser = (text: string) => unknown

const asText: ValueParser = (text) => text

/** Parses values by type oid, for types that the two drivers parse differently. */
export const valueParsers: Readonly<Record<number, ValueParser>> = {
  [int8Oid]: readInt8,
  [int8ArrayOid]: (text) =>
    text === '{}' ? [] : text.slice(1, -1).split(',').map(readNullableInt8),
  [timestamptzOid]: readTimestamp,
  // A calendar day has no time zone: as a Date it would shift with the machine's zone.
  [dateOid]: asText,
  [timestampOid]: asText,
  [intervalOid]: asText,
}

function readInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(
      `The database returned ${text}, which a JavaScript number cannot represent exactly`,
    )
  }
  return value
}

function readNullableInt8(text: string): number | null {
  return text === 'NULL' ? null : readInt8(text)
}

function readTimestamp(text: string): Date | number {
  if (text === 'infinity') return Infinity
  if (text === '-infinity') return -Infinity
  return new Date(text)
}
