import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'

import { BackupHead } from '@tenantscope/contract/system'
import { z } from 'zod'

import { BackupRefused } from '../../db/backup-refused.ts'
import { jsonOf } from '../../lib/json.ts'

// The file is one JSON object in fixed lines: head and key derivation up to `"chunks":[`, a line for
// each chunk, and the end. A chunk is authenticated with its number, whether it is the last one and
// the head's own bytes, so that nothing of the file can be changed, moved, left out or put in.

// Lines and chunks stay below 128 KB: only a full garbage collection frees longer texts, which
// stops the process for tens of milliseconds.
const CHUNK_BYTES = 36 * 1_024
const FILE_READ_BYTES = 32 * 1_024
const LINE_CHARACTERS = 512 * 1_024
const TAG_BYTES = 16
const KEY_BYTES = 32
const HEAD_ENDS = ',"chunks":['
const LAST_LINE = /\],"end":\{"chunks":\d{1,9}\}\}$/
const SCRYPT = { r: 8, p: 1, maxmem: 512 * 1_024 * 1_024 } as const
/** 128 MB and a good part of a second for each guess. */
const COST = 2 ** 17

const KeyDerivation = z.object({
  name: z.literal('scrypt'),
  cost: z
    .int()
    .min(2 ** 10)
    .max(2 ** 18)
    .refine((cost) => Number.isInteger(Math.log2(cost))),
  salt: z.base64(),
  /** Distinguishes a wrong passphrase from a changed file. */
  check: z.base64(),
})
const FileHead = BackupHead.extend({
  /** The heads of the audit trails, sealed with the installation's own key. */
  auditHeads: z.string().max(200_000),
  keyDerivation: KeyDerivation,
})

/** The parts that every reader of a file needs first. */
export interface OpenedBackup {
  readonly head: BackupHead
  readonly auditHeads: string
  /** Decrypts the content; throws at the first changed byte, and at the end if data is missing. */
  content(): AsyncGenerator<Buffer>
}

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

/** A backup file as it is written. */
export async function* encryptBackup(
  content: AsyncIterable<Uint8Array>,
  given: {
    head: BackupHead & { readonly auditHeads: string }
    passphrase: string
    random: (bytes: number) => Buffer
    cost?: number | undefined
  },
): AsyncGenerator<string> {
  const { head, passphrase, random, cost = COST } = given
  const salt = random(16)
  const key = await keyFrom(passphrase, { salt, cost })
  const keyDerivation = {
    name: 'scrypt',
    cost,
    salt: salt.toString('base64'),
    check: checkOf(key).toString('base64'),
  } as const
  const firstLine = JSON.stringify({ ...head, keyDerivation }).slice(0, -1) + HEAD_ENDS
  yield firstLine
  const seal = sealerOf(key, firstLine)
  let number = 0
  let waiting: Buffer | null = null
  for await (const chunk of inChunks(content)) {
    if (waiting !== null) yield `\n"${seal(waiting, { number: number++, isLast: false })}",`
    waiting = chunk
  }
  yield `\n"${seal(waiting ?? Buffer.alloc(0), { number: number++, isLast: true })}"`
  yield `\n],"end":{"chunks":${number}}}`
}

/** Reads a backup file's head and proves the passphrase; the content is proven as it is read. */
export async function openBackup(file: string, passphrase: string): Promise<OpenedBackup> {
  const { head, auditHeads, firstLine, keyDerivation } = await readHead(file)
  const salt = Buffer.from(keyDerivation.salt, 'base64')
  const key = await keyFrom(passphrase, { salt, cost: keyDerivation.cost })
  const check = Buffer.from(keyDerivation.check, 'base64')
  const expected = checkOf(key)
  if (check.length !== expected.length || !timingSafeEqual(check, expected))
    throw new BackupRefused('The passphrase is wrong')
  return { head, auditHeads, content: () => decrypted(file, { key, firstLine }) }
}

/** Reads the header, which is not authenticated without the passphrase. */
export async function readHead(file: string) {
  const firstLine = await readFirstLine(file)
  if (!firstLine.endsWith(HEAD_ENDS)) throw await notABackup(file)
  const parsed = FileHead.safeParse(jsonOf(`${firstLine.slice(0, -HEAD_ENDS.length)}}`))
  if (!parsed.success) throw unknownHead(firstLine)
  await refuseCutFile(file)
  const { keyDerivation, auditHeads, ...head } = parsed.data
  return { head, auditHeads, firstLine, keyDerivation }
}

function unknownHead(firstLine: string): BackupRefused {
  const version = /"format":"tenantscope-database-backup","version":(\d+)/.exec(firstLine)?.[1]
  return new BackupRefused(
    version === undefined || version === '1'
      ? 'The header of the backup was changed'
      : `The backup has format ${version}, which is unknown to this version of Tenantscope. Restore it with a newer version.`,
  )
}

async function notABackup(file: string): Promise<BackupRefused> {
  const start = (await readFirstLine(file)).trimStart()
  if (start === '') return new BackupRefused('The file is empty')
  if (start.startsWith('{"format":"tenantscope-database-backup"'))
    return new BackupRefused('The backup is incomplete or was changed')
  return new BackupRefused(
    /^[[{]/.test(start)
      ? 'The file is not a database backup of Tenantscope'
      : 'The file is not JSON, so it is no database backup of Tenantscope',
  )
}

async function refuseCutFile(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const length = Math.min(size, 64)
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length)
    if (!LAST_LINE.test(buffer.toString('latin1')))
      throw new BackupRefused('The backup is incomplete: its end is missing')
  } finally {
    await handle.close()
  }
}

async function* decrypted(
  file: string,
  { key, firstLine }: { key: Buffer; firstLine: string },
): AsyncGenerator<Buffer> {
  const unseal = openerOf(key, firstLine)
  let number = -1
  let state: 'head' | 'chunks' | 'end' | 'over' = 'head'
  for await (const line of boundedLines(file)) {
    if (state === 'head') {
      // The file that was looked at is the one that is read.
      if (line !== firstLine) throw wasChanged()
      state = 'chunks'
    } else if (state === 'chunks') {
      number += 1
      const isLast = !line.endsWith(',')
      yield unseal(textOf(line, isLast), { number, isLast })
      if (isLast) state = 'end'
    } else {
      if (state === 'over' || line !== `],"end":{"chunks":${number + 1}}}`) throw wasChanged()
      state = 'over'
    }
  }
  if (state !== 'over') throw new BackupRefused('The backup is incomplete: its end is missing')
}

function textOf(line: string, isLast: boolean): string {
  const text = line.slice(1, isLast ? -1 : -2)
  if (line !== `"${text}"${isLast ? '' : ','}`) throw wasChanged()
  return text
}

interface Place {
  readonly number: number
  readonly isLast: boolean
}

function sealerOf(key: Buffer, firstLine: string) {
  const headHash = hashOf(firstLine)
  return (plain: Buffer, place: Place): string => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(place), { authTagLength: TAG_BYTES })
    cipher.setAAD(associatedData(headHash, place))
    const sealed = [cipher.update(plain), cipher.final(), cipher.getAuthTag()]
    return Buffer.concat(sealed).toString('base64')
  }
}

function openerOf(key: Buffer, firstLine: string) {
  const headHash = hashOf(firstLine)
  return (text: string, place: Place): Buffer => {
    const bytes = Buffer.from(text, 'base64')
    // Other encodings of the same bytes would be unnoticed changes.
    if (bytes.length < TAG_BYTES || bytes.toString('base64') !== text) throw wasChanged()
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(place), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(associatedData(headHash, place))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    try {
      return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
    } catch {
      throw wasChanged()
    }
  }
}

/** The key is of this file alone, so a counter never comes twice under it. */
function nonceOf({ number }: Place): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 8)
  return nonce
}

const associatedData = (headHash: string, { number, isLast }: Place): Buffer =>
  Buffer.from(`tenantscope backup 1 ${headHash} ${number} ${isLast ? 'last' : 'more'}`)

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const checkOf = (key: Buffer): Buffer =>
  createHmac('sha256', key).update('tenantscope backup passphrase').digest().subarray(0, 16)

/** In a thread of Node's own; typed on another keyboard, the same letters are the same passphrase. */
const keyFrom = (passphrase: string, { salt, cost }: { salt: Buffer; cost: number }) =>
  derive(passphrase.normalize('NFKC'), salt, KEY_BYTES, { ...SCRYPT, N: cost })

const wasChanged = (): BackupRefused => new BackupRefused('The backup was changed or is damaged')

async function* inChunks(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of content) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes < CHUNK_BYTES) continue
    const whole = Buffer.concat(pieces)
    const rest = whole.length % CHUNK_BYTES
    for (let at = 0; at + CHUNK_BYTES <= whole.length; at += CHUNK_BYTES)
      yield whole.subarray(at, at + CHUNK_BYTES)
    pieces = rest === 0 ? [] : [whole.subarray(whole.length - rest)]
    bytes = rest
  }
  if (bytes > 0) yield Buffer.concat(pieces)
}

async function readFirstLine(file: string): Promise<string> {
  for await (const line of boundedLines(file, { isStrict: false })) return line
  return ''
}

/** Yields the lines of an untrusted file, with the maximum length of our own lines. */
async function* boundedLines(
  file: string,
  { isStrict } = { isStrict: true },
): AsyncGenerator<string> {
  let rest = ''
  // Byte by byte: our own content is always ASCII.
  const bytes = createReadStream(file, { encoding: 'utf8', highWaterMark: FILE_READ_BYTES })
  for await (const piece of bytes) {
    const parts = `${rest}${String(piece)}`.split('\n')
    rest = parts.pop() ?? ''
    yield* parts
    if (rest.length <= LINE_CHARACTERS) continue
    if (isStrict) throw wasChanged()
    break
  }
  yield rest
}
