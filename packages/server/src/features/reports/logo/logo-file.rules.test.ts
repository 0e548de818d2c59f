import { crc32, deflateSync } from 'node:zlib'

import { describe, expect, test } from 'vitest'

import { refusalOf } from './logo-file.rules.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([8, 6, 0, 0, 0], 8)
  return chunk('IHDR', data)
}

const pixels = chunk('IDAT', deflateSync(Buffer.from([0, 255, 0, 0, 255])))
const end = chunk('IEND', Buffer.alloc(0))
const png = (...parts: Buffer[]) =>
  refusalOf({ mediaType: 'image/png', bytes: Buffer.concat([signature, ...parts]) })
const svg = (inside: string, before = '') =>
  refusalOf({
    mediaType: 'image/svg+xml',
    bytes: Buffer.from(
      `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">${inside}</svg>`,
    ),
  })

describe('a PNG', () => {
  test('may be drawn', () => {
    expect(png(header(1, 1), pixels, end)).toBeUndefined()
    expect(png(header(4_000, 3_000), pixels, end)).toBeUndefined()
  })

  test.each([
    ['is another kind of file', Buffer.from('<svg/>'), 'This is not a PNG file'],
    ['is empty', Buffer.alloc(0), 'This is not a PNG file'],
    ['ends after its signature', signature, 'This is not a PNG file'],
    ['begins with another part', Buffer.concat([signature, pixels, end]), 'This is not a PNG file'],
    [
      'has a header of another length',
      Buffer.concat([signature, chunk('IHDR', Buffer.alloc(9)), end]),
      'This is not a PNG file',
    ],
    [
      'lacks its end',
      Buffer.concat([signature, header(1, 1), pixels]),
      'The PNG file is damaged or contains more than a picture',
    ],
    [
      'holds a part longer than itself',
      Buffer.concat([signature, header(1, 1), Buffer.from([0x7f, 0, 0, 0]), pixels]),
      'The PNG file is damaged or contains more than a picture',
    ],
    [
      'goes on after its end',
      Buffer.concat([signature, header(1, 1), pixels, end, Buffer.from('<script>')]),
      'The PNG file is damaged or contains more than a picture',
    ],
    [
      'moves',
      Buffer.concat([signature, header(1, 1), chunk('acTL', Buffer.alloc(8)), pixels, end]),
      'Animated pictures cannot be used',
    ],
    [
      'has no pixels',
      Buffer.concat([signature, header(0, 5), pixels, end]),
      'The PNG file is damaged or contains more than a picture',
    ],
    [
      'says that it is huge',
      Buffer.concat([signature, header(30_000, 30_000), pixels, end]),
      'The picture has 30000 × 30000 pixels; the maximum is 12 million, and 8,000 per side',
    ],
    [
      'is very long',
      Buffer.concat([signature, header(8_001, 1), pixels, end]),
      'The picture has 8001 × 1 pixels; the maximum is 12 million, and 8,000 per side',
    ],
  ])('is refused that %s', (_, bytes, message) => {
    expect(refusalOf({ mediaType: 'image/png', bytes })).toBe(message)
  })
})

const SCRIPT = 'The SVG file contains a script; save it without one'
const OUTSIDE = 'The SVG file refers to external content'
const ENTITIES = 'The SVG file defines entities; save it without them'

describe('an SVG', () => {
  test.each([
    ['<path d="M0 0h9v9z" fill="#f00"/>'],
    ['<defs><linearGradient id="a"/></defs><rect fill="url(#a)"/><use xlink:href="#a"/>'],
    ['<style>.a{fill:url("#g")}</style><rect class="a"/>'],
    ['<!-- <script>alert(1)</script> --><rect/>'],
    ['<title>script of a text</title><rect/>'],
  ])('may be drawn: %s', (inside) => {
    expect(svg(inside)).toBeUndefined()
  })

  test('may say what it is in the ways that programs do', () => {
    const doctype =
      '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    expect(svg('<rect/>', doctype)).toBeUndefined()
  })

  test.each([
    ['<script>alert(1)</script>', SCRIPT],
    ['<svg:script href="#a"/>', SCRIPT],
    ['<rect onload="alert(1)"/>', SCRIPT],
    ['<rect\nonclick = "x"/>', SCRIPT],
    ['<a xlink:href="javascript:alert(1)"><rect/></a>', SCRIPT],
    ['<foreignObject><b>x</b></foreignObject>', 'The SVG file contains a web page'],
    [
      '<image href="data:image/png;base64,AAAA"/>',
      'The SVG file contains another picture; save it with shapes only, or as PNG',
    ],
    ['<use href="http://evil.example/a.svg#x"/>', OUTSIDE],
    ['<use href="file:///etc/passwd"/>', OUTSIDE],
    ["<use xlink:href = ' other.svg'/>", OUTSIDE],
    ['<rect style="fill:url(https://evil.example/a)"/>', OUTSIDE],
    ['<style>@import "https://evil.example/a.css";</style>', OUTSIDE],
    [
      '<text>Name</text>',
      'The SVG file contains text, which looks different with every font; convert it to paths, or save it as PNG',
    ],
  ])('is refused that holds %s', (inside, message) => {
    expect(svg(inside)).toBe(message)
  })

  test('is refused with entities, which may grow without end', () => {
    expect(svg('&b;', '<!DOCTYPE svg [<!ENTITY a "x"><!ENTITY b "&a;&a;">]>')).toBe(ENTITIES)
  })

  test.each([
    ['a picture', signature],
    ['a page', Buffer.from('<html></html>')],
    ['a packed file', Buffer.from([0x1f, 0x8b, 8, 0])],
    ['nothing', Buffer.alloc(0)],
  ])('is refused that is %s', (_, bytes) => {
    expect(refusalOf({ mediaType: 'image/svg+xml', bytes })).toBe('This is not an SVG file')
  })
})
