import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { syncDirectory, syncFile } from './durable-file.ts'
import { moveTree } from './durable-tree.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tenantscope-tree-'))
  await mkdir(path.join(folder, 'new/base/1'), { recursive: true })
  await writeFile(path.join(folder, 'new/PG_VERSION'), '17')
  await writeFile(path.join(folder, 'new/base/1/2608'), 'rows')
})
afterEach(() => rm(folder, { recursive: true }))

const paths = () => ({ from: path.join(folder, 'new'), to: path.join(folder, 'database') })

/** Performs the calls and records them, relative to the folder. */
function recorder(calls: string[]) {
  const record =
    (name: string, act: (...files: string[]) => Promise<void>) =>
    async (...files: string[]): Promise<void> => {
      calls.push([name, ...files.map((file) => path.relative(folder, file))].join(' '))
      await act(...files)
    }
  return {
    syncFile: record('file', (file = '') => syncFile(file)),
    syncDirectory: record('directory', (directory = '') => syncDirectory(directory)),
    rename: record('rename', (from = '', to = '') => rename(from, to)),
  }
}

test('every file and directory is on disk before the rename, and the new name after it', async () => {
  const calls: string[] = []
  await moveTree(paths(), recorder(calls))
  const at = calls.indexOf('rename new database')
  expect(calls.slice(0, at).toSorted()).toEqual([
    'directory new',
    'directory new/base',
    'directory new/base/1',
    'file new/PG_VERSION',
    'file new/base/1/2608',
  ])
  expect(calls.slice(at + 1)).toEqual(['directory '])
  expect(await readFile(path.join(folder, 'database/base/1/2608'), 'utf8')).toBe('rows')
})

test('a directory that does not reach the disk keeps its temporary name', async () => {
  const disk = { ...recorder([]), syncFile: () => Promise.reject(new Error('EIO')) }
  await expect(moveTree(paths(), disk)).rejects.toThrow('EIO')
  expect(existsSync(paths().to)).toBe(false)
})
