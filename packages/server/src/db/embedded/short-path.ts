import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

// A socket's address holds 107 bytes on Linux and 103 on macOS.
const addressBytesMax = 103

/**
 * Gives `act` an address of the file that is short enough for a socket. A long directory is
 * reached through a symbolic link for that moment, so the socket itself always lies in the directory.
 */
export async function withSocketAddress<Result>(
  file: string,
  act: (address: string) => Promise<Result>,
): Promise<Result> {
  if (Buffer.byteLength(file) <= addressBytesMax) return act(file)
  const shortDirectory = mkdtempSync(path.join(tmpdir(), 'ts-'))
  try {
    const link = path.join(shortDirectory, 'd')
    symlinkSync(realpathSync(path.dirname(file)), link)
    return await act(path.join(link, path.basename(file)))
  } finally {
    rmSync(shortDirectory, { recursive: true, force: true })
  }
}
