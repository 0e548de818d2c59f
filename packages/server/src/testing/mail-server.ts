import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'

import { tlsPair } from './tls-pair.ts'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** By name in small letters, unfolded. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly attachments: readonly { fileName: string; mediaType: string; content: Buffer }[]
  readonly isEncrypted: boolean
  readonly username: string | null
}

export interface MailServer {
  readonly port: number
  readonly received: ReceivedMail[]
  /** What to refuse next, by the person or in general; null lets everything through. */
  refuse: { address?: string; code: number } | null
  close(): Promise<void>
}

export const MAIL_ACCOUNT = { username: 'reports', password: 'Quiet-Harbour-Lamp-7' } as const

/** A real mail server on this machine that keeps what it gets, by the tests' certificate for localhost. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const state: { refuse: MailServer['refuse'] } = { refuse: null }
  const refusalOf = (address: string): Error | null => {
    const { refuse } = state
    if (refuse === null || (refuse.address ?? address) !== address) return null
    return Object.assign(new Error('<b>5.0.0 inner text of the server</b>'), {
      responseCode: refuse.code,
    })
  }
  const server = new SMTPServer({
    ...tlsPair,
    logger: false,
    authOptional: true,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, callback) {
      const isRight = username === MAIL_ACCOUNT.username && password === MAIL_ACCOUNT.password
      callback(isRight ? null : new Error('inner text of the server'), { user: username })
    },
    onRcptTo: ({ address }, _session, callback) => callback(refusalOf(address)),
    onData(stream, session, callback) {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          ...parsed(Buffer.concat(pieces).toString('latin1')),
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          isEncrypted: session.secure,
          username: typeof session.user === 'string' ? session.user : null,
        })
        callback()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await new Promise((resolve) => listening.once('listening', resolve))
  const address = listening.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return Object.assign(state, {
    port: address.port,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}

interface Part {
  readonly headers: Record<string, string>
  readonly body: string
}

function partOf(text: string): Part {
  const end = text.indexOf('\r\n\r\n')
  const lines = text
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { headers: Object.fromEntries<string>(headers), body: text.slice(end + 4) }
}

function contentOf({ headers, body }: Part): Buffer {
  const encoding = headers['content-transfer-encoding']
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1')
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  return Buffer.from(bytes, 'latin1')
}

const isFile = ({ headers }: Part) =>
  (headers['content-disposition'] ?? '').startsWith('attachment')

/** The parts of a message, as RFC 2046 has them; encoded words and names stay as they came. */
function parsed(message: string): Pick<ReceivedMail, 'headers' | 'text' | 'attachments'> {
  const whole = partOf(message)
  const boundary = /boundary="([^"]+)"/.exec(whole.headers['content-type'] ?? '')?.[1]
  if (boundary === undefined)
    return { headers: whole.headers, text: contentOf(whole).toString(), attachments: [] }
  const parts = whole.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => partOf(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))
  const text = parts.find((part) => !isFile(part))
  return {
    headers: whole.headers,
    text: text === undefined ? '' : contentOf(text).toString(),
    attachments: parts.filter(isFile).map((part) => ({
      fileName: /filename="?([^";]+)/.exec(part.headers['content-disposition'] ?? '')?.[1] ?? '',
      mediaType: (part.headers['content-type'] ?? '').split(';')[0] ?? '',
      content: contentOf(part),
    })),
  }
}
