import type { Socket } from 'node:net'

/** Reads the first line without its end; rejects after `bytesMax` bytes or a timeout. */
export function readLine(
  socket: Socket,
  { bytesMax, timeoutMs }: { bytesMax: number; timeoutMs: number },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const timeout = setTimeout(
      () => finish(() => reject(new Error('No response in time'))),
      timeoutMs,
    )
    const onData = (chunk: Buffer): void => {
      const end = chunk.indexOf('\n')
      const part = end === -1 ? chunk : chunk.subarray(0, end)
      size += part.length
      if (size > bytesMax) return finish(() => reject(new Error('The message is too long')))
      chunks.push(part)
      if (end !== -1) finish(() => resolve(Buffer.concat(chunks).toString('utf8')))
    }
    const onClose = (): void => finish(() => reject(new Error('The connection was closed early')))
    const onError = (error: Error): void => finish(() => reject(error))
    const finish = (settle: () => void): void => {
      clearTimeout(timeout)
      socket.off('data', onData).off('close', onClose).off('end', onClose)
      settle()
    }
    socket.on('data', onData).on('end', onClose).on('close', onClose).on('error', onError)
  })
}
