import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type FileSyncs = {
  fsync: (fileDescriptor: number) => void
  /** The disk failed: no write may be acknowledged, so the engine must not continue. */
  onFailure: (error: unknown) => never
}

type InitResult = Awaited<ReturnType<NodeFS['init']>>

/**
 * Returns the options that make PGlite durable. By default it starts PostgreSQL with fsync off, and
 * its node filesystem ignores fsync. `wal_sync_method` must be fsync, because Emscripten's
 * fdatasync does nothing. The sizes free WAL files after a checkpoint.
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

/** Returns PGlite's filesystem for a directory; PostgreSQL's fsync calls reach the disk. */
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

// Emscripten calls a file operation named fsync if it exists; its node filesystem has none.
function addFsync(engine: { NODEFS: object }, syncs: FileSyncs): void {
  const operations: unknown = Reflect.get(engine.NODEFS, 'stream_ops')
  if (!(operations instanceof Object))
    throw new Error('This version of PGlite accesses files in an unsupported way')
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
