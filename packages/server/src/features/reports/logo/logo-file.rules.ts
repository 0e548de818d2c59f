export interface LogoFile {
  readonly mediaType: 'image/png' | 'image/svg+xml'
  readonly bytes: Uint8Array
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Length, name and checksum around what a chunk holds. */
const CHUNK_FRAME_BYTES = 12
const IHDR_BYTES = 13
/** A picture takes four bytes of memory a pixel, several times over while it is drawn. */
const MOST_PNG_PIXELS = 12_000_000
const MOST_PNG_SIDE = 8_000

/** Why a file is not even tried, in words for the person who chose it; undefined when it may be drawn. */
export function refusalOf({ mediaType, bytes }: LogoFile): string | undefined {
  return mediaType === 'image/png' ? pngRefusal(Buffer.from(bytes)) : svgRefusal(bytes)
}

const NO_PNG = 'This is not a PNG file'
const BROKEN_PNG = 'The PNG file is damaged or contains more than a picture'

// https://www.w3.org/TR/png-3/#5DataRep; pixels and checksums are the drawing's to judge.
function pngRefusal(file: Buffer): string | undefined {
  if (!file.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return NO_PNG
  const chunks = [...chunksOf(file)]
  const [header] = chunks
  if (header?.name !== 'IHDR' || header.data.length !== IHDR_BYTES) return NO_PNG
  if (chunks.some(({ name }) => name === 'acTL')) return 'Animated pictures cannot be used'
  const last = chunks.at(-1)
  if (last?.name !== 'IEND' || last.end !== file.length) return BROKEN_PNG
  return pngSizeRefusal(header.data.readUInt32BE(0), header.data.readUInt32BE(4))
}

function pngSizeRefusal(width: number, height: number): string | undefined {
  if (width === 0 || height === 0) return BROKEN_PNG
  if (Math.max(width, height) <= MOST_PNG_SIDE && width * height <= MOST_PNG_PIXELS)
    return undefined
  return `The picture has ${width} × ${height} pixels; the maximum is 12 million, and 8,000 per side`
}

/** The chunks up to the end of the picture, or to the first that does not fit into the file. */
function* chunksOf(file: Buffer): Generator<{ name: string; data: Buffer; end: number }> {
  let at = PNG_SIGNATURE.length
  while (at + CHUNK_FRAME_BYTES <= file.length) {
    const length = file.readUInt32BE(at)
    const end = at + CHUNK_FRAME_BYTES + length
    if (end > file.length) return
    const name = file.toString('latin1', at + 4, at + 8)
    yield { name, data: file.subarray(at + 8, at + 8 + length), end }
    if (name === 'IEND') return
    at = end
  }
}

/**
 * The drawing neither runs scripts nor reads files nor asks the network; these refusals say so where a
 * picture would come out other than its creator thinks.
 */
const SVG_REFUSALS: readonly (readonly [RegExp, string])[] = [
  [
    /<!ENTITY|<!DOCTYPE(?:(?!<!DOCTYPE)[^>])*\[/i,
    'The SVG file defines entities; save it without them',
  ],
  [
    /<(?:[\w-]+:)?script[\s/>]|\son\w+\s*=|javascript:/i,
    'The SVG file contains a script; save it without one',
  ],
  [/<(?:[\w-]+:)?(?:foreignObject|iframe)[\s/>]/i, 'The SVG file contains a web page'],
  [
    /<(?:[\w-]+:)?(?:image|feImage)[\s/>]/i,
    'The SVG file contains another picture; save it with shapes only, or as PNG',
  ],
  [
    /\bhref\s*=\s*(?:"\s*[^#"\s]|'\s*[^#'\s])|url\(\s*(?:["']\s*)?[^#"'\s)]|@import/i,
    'The SVG file refers to external content',
  ],
  [
    /<(?:[\w-]+:)?text[\s/>]/i,
    'The SVG file contains text, which looks different with every font; convert it to paths, or save it as PNG',
  ],
]

function svgRefusal(bytes: Uint8Array): string | undefined {
  const svg = svgTextOf(bytes)
  if (svg === null) return 'This is not an SVG file'
  const seen = svg.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, withoutComment)
  return SVG_REFUSALS.find(([pattern]) => pattern.test(seen))?.[1]
}

/** A comment without its end hides nothing. */
const withoutComment = (found: string): string => (found.endsWith('-->') ? '' : found)

/** Null for what is no text, such as a packed file, and for text that is no SVG. */
export function svgTextOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return /<(?:[\w-]+:)?svg[\s>]/i.test(text) && !text.includes('\0') ? text : null
  } catch {
    return null
  }
}
