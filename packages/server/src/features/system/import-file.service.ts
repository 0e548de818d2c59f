import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

import type { CallReply } from '@tenantscope/contract/endpoint'
import { BACKUPS } from '@tenantscope/contract/limits'
import type { importData } from '@tenantscope/contract/system'

import { BackupRefused } from '../../db/backup-refused.ts'
import type { FormPart } from '../../http/form.ts'
import { AppError, fieldError } from '../../lib/app-error.ts'
import { kindOf } from './portable-data.rules.ts'
import type { ImportRequest, PortableDataService } from './portable-data.service.ts'
import type { RestoreService } from './restore.service.ts'
import type { TransferFiles } from './transfer-files.ts'

export type ImportFileService = ReturnType<typeof createImportFile>

/** Detects the type of an uploaded file and imports or restores it. */
export function createImportFile(deps: {
  transfer: TransferFiles
  data: Pick<PortableDataService, 'import'>
  restoring: Pick<RestoreService, 'restore'>
  /** Aborted when the process stops; a restore continues after the client disconnects. */
  stopping: AbortSignal
}) {
  const { transfer, data, restoring, stopping } = deps

  async function restore(
    file: string,
    fields: ReadonlyMap<string, string>,
    given: ImportRequest,
  ): Promise<CallReply<typeof importData>> {
    given.requireFreshSignIn()
    if (fields.get('confirmation') !== BACKUPS.confirmation)
      throw fieldError('body.confirmation', `Type ${BACKUPS.confirmation} to replace all data`)
    const passphrase = fields.get('passphrase') ?? ''
    if (passphrase === '') throw fieldError('body.passphrase', "Enter the backup's passphrase")
    try {
      const restored = await restoring.restore({ file, passphrase, signal: stopping }, given.by)
      return {
        kind: 'backup',
        recordsImported: restored.rows,
        notes: [
          'All users have to sign in again, including you.',
          'Tenants show the data of the backup, where it has any, until they are read again.',
          'Share links and tenants have the state of the backup. If links were deactivated or tenants erased since then, repeat that.',
          ...(restored.areTrailsIntact
            ? []
            : [
                'The audit trails in the backup were not intact: they were changed before the backup was created.',
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
      parts: AsyncIterable<FormPart>,
      given: ImportRequest,
    ): Promise<CallReply<typeof importData>> {
      const file = await transfer.newFile()
      try {
        const { fields, fileName } = await receive(parts, file)
        if (fileName === null) throw fieldError('body.file', 'Choose a file')
        if (!/\.json$/i.test(fileName))
          throw fieldError('body.file', 'Only .json files can be imported')
        const kind = kindOf(await beginningOf(file))
        if (kind === 'backup') return await restore(file, fields, given)
        if (kind === 'data') return { kind: 'data', ...(await data.import(file, given)) }
        throw fieldError(
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

async function receive(parts: AsyncIterable<FormPart>, file: string) {
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
