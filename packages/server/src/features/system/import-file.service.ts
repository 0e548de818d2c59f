import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

import type { CallReply } from '@tenantscope/contract/endpoint'
import { BACKUPS } from '@tenantscope/contract/limits'
import type { importData } from '@tenantscope/contract/system'

import { BackupRefused } from '../../db/backup.ts'
import { AppError } from '../../lib/app-error.ts'
import type { By } from '../users/users.service.ts'
import { kindOf } from './portable-data.rules.ts'
import type { PortableDataService } from './portable-data.service.ts'
import type { RestoreService } from './restore.service.ts'
import type { TransferFiles } from './transfer-files.ts'

export type ImportFileService = ReturnType<typeof createImportFile>

/** A part of the form that came with the file. */
export type GivenPart =
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'file'
      readonly name: string
      readonly fileName: string
      readonly content: AsyncIterable<Uint8Array>
    }

/** Takes a file that somebody chose, looks what it is, and does what it is for. */
export function createImportFile(deps: {
  transfer: TransferFiles
  data: Pick<PortableDataService, 'import'>
  restoring: Pick<RestoreService, 'restore'>
  /** Aborted when the process stops; who asked may leave, a restore goes on. */
  stopping: AbortSignal
}) {
  const { transfer, data, restoring, stopping } = deps

  async function restore(
    file: string,
    fields: ReadonlyMap<string, string>,
    given: { by: By; requireFreshSignIn: () => void },
  ): Promise<CallReply<typeof importData>> {
    given.requireFreshSignIn()
    if (fields.get('confirmation') !== BACKUPS.confirmation)
      throw refused('body.confirmation', `Type ${BACKUPS.confirmation} to replace everything`)
    const passphrase = fields.get('passphrase') ?? ''
    if (passphrase === '') throw refused('body.passphrase', "Enter the backup's passphrase")
    try {
      const restored = await restoring.restore({ file, passphrase, signal: stopping }, given.by)
      return {
        kind: 'backup',
        recordsImported: restored.rows,
        notes: [
          'Everybody has to sign in again, you too.',
          'Tenants show the figures of the backup, where it holds any, until they are read again.',
          'Share links and tenants are as they were when the backup was made: end those links and erase those tenants again that were ended or erased since.',
          ...(restored.areTrailsIntact
            ? []
            : [
                'The audit trails in the backup were not intact: they had been changed before it was made.',
              ]),
          ...(restored.unopened === 0
            ? []
            : [`${restored.unopened} stored secrets could not be opened; enter them again.`]),
        ],
      }
    } catch (error) {
      if (error instanceof BackupRefused)
        throw new AppError('BAD_REQUEST', `${error.message}. Nothing was changed.`)
      throw error
    }
  }

  return {
    async take(
      parts: AsyncIterable<GivenPart>,
      given: { by: By; requireFreshSignIn: () => void },
    ): Promise<CallReply<typeof importData>> {
      const file = await transfer.newFile()
      try {
        const { fields, fileName } = await receive(parts, file)
        if (fileName === null) throw refused('body.file', 'Choose a file')
        if (!/\.json$/i.test(fileName))
          throw refused('body.file', 'Only .json files can be imported')
        const kind = kindOf(await beginningOf(file))
        if (kind === 'backup') return await restore(file, fields, given)
        if (kind === 'data') return { kind: 'data', ...(await data.import(file, given)) }
        throw refused(
          'body.file',
          kind === 'other'
            ? 'This is neither exported data nor a database backup of Tenantscope'
            : 'The file is not JSON, so it is neither exported data nor a database backup',
        )
      } finally {
        await transfer.remove(file)
      }
    },
  }
}

async function receive(parts: AsyncIterable<GivenPart>, file: string) {
  const fields = new Map<string, string>()
  let fileName: string | null = null
  for await (const part of parts) {
    if (part.kind === 'field') fields.set(part.name, part.value)
    else if (part.name === 'file') {
      fileName = part.fileName
      await pipeline(part.content, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    }
  }
  return { fields, fileName }
}

async function beginningOf(file: string): Promise<string> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0)
    return buffer.subarray(0, bytesRead).toString('utf8')
  } finally {
    await handle.close()
  }
}

const refused = (field: string, message: string): AppError =>
  new AppError('BAD_REQUEST', message, { fields: [{ field, message }] })
