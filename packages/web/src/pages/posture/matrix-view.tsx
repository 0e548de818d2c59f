import { makeStyles } from '@fluentui/react-components'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'

import { loadPart } from '../../lib/load-part.ts'
import { useFormat, useTimeZone } from '../../lib/preferences.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { useIsPrinting } from '../../ui/use-is-printing.ts'
import type { EstateCheck, Selection } from './estate.ts'
import { areaColumns, checkColumns } from './matrix-columns.ts'
import type { MatrixColumn } from './matrix-columns.ts'
import { MatrixGrid } from './matrix-grid.tsx'
import { MatrixLegend } from './matrix-legend.tsx'
import { searchOf } from './posture-search.ts'
import type { PostureView } from './posture-search.ts'
import { PrintedMatrix } from './printed-matrix.tsx'

const useStyles = makeStyles({ end: { marginInlineStart: 'auto' } })

interface MatrixViewProps {
  selection: Selection
  view: PostureView
}

/** Tenants by checks or areas. */
export function MatrixView({ selection: { checks, tenants }, view }: MatrixViewProps) {
  const styles = useStyles()
  const format = useFormat()
  const timeZone = useTimeZone()
  const isPrinting = useIsPrinting()
  const columns = useColumns(checks, view)
  const sizes = {
    tenants: tenants.length === 1 ? '1 tenant' : `${format.number(tenants.length)} tenants`,
    checks: checks.length === 1 ? '1 check' : `${format.number(checks.length)} checks`,
  }
  return (
    <Stack gap={12}>
      <Stack row wrap gap={12} lineGap={8} align="center">
        <ColumnSwitch view={view} />
        <output>
          <Text variant="caption" muted tabular>
            {sizes.tenants}, {sizes.checks}. Worst score first.
          </Text>
        </output>
        <div className={styles.end}>
          <ExportButton
            hasRows={tenants.length > 0}
            save={async () => {
              const { exportMatrix } = await loadPart(() => import('./export-posture.ts'))
              return `Exported ${sizes.tenants} to ${exportMatrix({ tenants, columns, timeZone })}`
            }}
          />
        </div>
      </Stack>
      {isPrinting ? (
        <PrintedMatrix tenants={tenants} checks={checks} />
      ) : (
        <>
          <MatrixGrid
            // Another set of columns begins at its start.
            key={view.by}
            label={view.by === 'areas' ? 'Tenants by area' : 'Tenants by check'}
            tenants={tenants}
            columns={columns}
          />
          <MatrixLegend />
        </>
      )}
    </Stack>
  )
}

/** Returns the columns of the view. The heading of an area opens its checks, with the same filters. */
function useColumns(checks: readonly EstateCheck[], view: PostureView): readonly MatrixColumn[] {
  const router = useRouter()
  return useMemo(() => {
    if (view.by === 'checks') return checkColumns(checks)
    return areaColumns(checks, (area) => {
      const search = searchOf({ ...view, by: 'checks', area: area ?? undefined })
      return router.buildLocation({ to: '/posture', search }).href
    })
  }, [checks, view, router])
}

function ColumnSwitch({ view }: { view: PostureView }) {
  return (
    <Stack as="nav" row gap={4} aria-label="Columns of the matrix">
      {(['checks', 'areas'] as const).map((by) => {
        const isCurrent = view.by === by
        return (
          <LinkButton
            key={by}
            to="/posture"
            search={searchOf({ ...view, by })}
            resetScroll={false}
            appearance={isCurrent ? 'primary' : 'secondary'}
            // Otherwise the router would mark both: it ignores absent parameters.
            activeOptions={EXACT}
          >
            {by === 'checks' ? 'Checks' : 'Areas'}
          </LinkButton>
        )
      })}
    </Stack>
  )
}

const EXACT = { exact: true }
