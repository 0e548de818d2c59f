import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

import { BACKUPS } from '@tenantscope/contract/limits'

import { readSecretFile } from '../config/secret-file.ts'
import { StartRefused } from '../lib/start-refused.ts'

/** From BACKUP_PASSPHRASE_FILE, or typed without being shown. */
export async function readPassphrase({ isNew }: { isNew: boolean }): Promise<string> {
  const file = process.env['BACKUP_PASSPHRASE_FILE']
  const passphrase = file === undefined || file === '' ? await ask('Passphrase: ') : fromFile(file)
  if (isNew && passphrase.length < BACKUPS.passphraseMinLength)
    throw new StartRefused(
      `Enter a passphrase of at least ${BACKUPS.passphraseMinLength} characters`,
    )
  if (isNew && file === undefined && (await ask('Once more: ')) !== passphrase)
    throw new StartRefused('The two passphrases differ')
  return passphrase
}

function fromFile(file: string): string {
  const problems: string[] = []
  const text = readSecretFile('BACKUP_PASSPHRASE_FILE', file, problems)
  if (text === undefined) throw new StartRefused(problems.join('\n'))
  return text
}

/** What is typed is not shown. */
async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new StartRefused('Nobody can be asked here: name a file in BACKUP_PASSPHRASE_FILE.')
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve)
      lines.once('close', () => reject(new StartRefused('Nothing was entered')))
    })
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
