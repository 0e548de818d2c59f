import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type FileSyncs = {
  fsync: (fileDescriptor: number) => void
  /** The disk refused: nothing may be acknowledged any more, so the engine must not get control back. */
  onFailure: (error: unknown) => never
}

type InitResult = Awaited<ReturnType<NodeFS['init']>>

/**
 * The options that make PGlite durable: as it ships it starts PostgreSQL with fsync off, and its node
 * filesystem ignores fsync altogether. `wal_sync_method` must be fsync, because Emscripten's
 * fdatasync does nothing. The sizes let go of WAL files once a checkpoint has made them useless.
 */
export function durableStartParams(shipped: readonly string[]): string[] {
  const settings = [
    'fsync=on',
    'wal_sync_method=fsync',
    'synchronous_commit=on',
    'full_page_writes=on',
    'min_wal_size=32MB',
    'max_wal_size=64MB',
  ]
  return [
    ...shipped.filter((parameter) => parameter !== '-F'),
    ...settings.flatMap((setting) => ['-c', setting]),
  ]
}

/** PGlite's filesystem on a directory, with PostgreSQL's own fsync calls (WAL, pg_control, checkpoints) reaching the disk. */
export function createDurableFs(directory: string, syncs: FileSyncs): NodeFS {
  const fs = new NodeFS(directory)
  const init = fs.init.bind(fs)
  fs.init = async (pglite: PGlite, options): Promise<InitResult> => {
    const { emscriptenOpts } = await init(pglite, options)
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...(emscriptenOpts.preRun ?? []), (engine) => addFsync(engine, syncs)],
      },
    }
  }
  return fs
}

// Emscripten calls a file operation named fsync when there is one; its node filesystem has none.
function addFsync(engine: { NODEFS: object }, syncs: FileSyncs): void {
  const operations: unknown = Reflect.get(engine.NODEFS, 'stream_ops')
  if (!(operations instanceof Object)) throw new Error('PGlite has changed how it reaches files')
  Reflect.set(operations, 'fsync', (stream: { nfd: number }) => syncFile(stream.nfd, syncs))
}

function syncFile(fileDescriptor: number, { fsync, onFailure }: FileSyncs): number {
  try {
    fsync(fileDescriptor)
    return 0
  } catch (error) {
    return onFailure(error)
  }
}
