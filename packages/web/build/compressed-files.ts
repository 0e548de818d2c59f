import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { Plugin } from 'vite'

const WORTH_IT = /\.(?:js|css|svg|json)$/u

/** Writes each file a second and a third time, compressed as well as can be; the server sends these. */
export function compressedFiles(): Plugin {
  let directory = ''
  return {
    name: 'compressed-files',
    apply: 'build',
    configResolved: ({ root, build }) => {
      directory = path.resolve(root, build.outDir)
    },
    closeBundle: async () => {
      const files = await readdir(directory, { recursive: true, withFileTypes: true })
      await Promise.all(
        files
          .filter((file) => file.isFile() && WORTH_IT.test(file.name))
          .map((file) => compress(path.join(file.parentPath, file.name))),
      )
    },
  }
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}
