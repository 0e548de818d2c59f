import { useFormat } from '../lib/preferences.ts'
import { useNow } from '../lib/use-now.ts'
import { DataAsOf } from './data-as-of.tsx'

interface DataAgesProps {
  oldest: string | null
  newest: string | null
}

/** The oldest and the newest reading of several tenants; one age where they read the same. */
export function DataAges({ oldest, newest }: DataAgesProps) {
  const format = useFormat()
  const now = useNow()
  const isOneAge =
    oldest === null ||
    newest === null ||
    format.relative(oldest, now) === format.relative(newest, now)
  if (isOneAge) return <DataAsOf at={oldest} />
  return (
    <>
      <DataAsOf at={oldest} prefix="Data as of: oldest" />
      <DataAsOf at={newest} prefix="· newest" />
    </>
  )
}
