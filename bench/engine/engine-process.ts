import { openPglite } from '../../packages/server/src/db/embedded/open-pglite.ts'
// The contender of the embedded database's thread: the same engine in a child process.

const [, , dataDir = ''] = process.argv

const pglite = await openPglite({
  dataDir,
  onFailure(error) {
    console.error(error)
    process.exit(1)
  },
})

interface Request {
  readonly id: number
  readonly text: string
  readonly values: unknown[]
}

process.on('message', ({ id, text, values }: Request) => {
  const ran = values.length === 0 ? pglite.exec(text) : pglite.query(text, values)
  ran.then(
    (results) => process.send?.({ id, results: Array.isArray(results) ? results : [results] }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.({ id: 0, results: [] })
