import { Button, makeStyles, Select, Spinner } from '@fluentui/react-components'
import { ArrowClockwiseRegular } from '@fluentui/react-icons/svg/arrow-clockwise'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { listLicenseVisibilityLog } from '@tenantscope/contract/license-management'
import { LICENSE_LOG_SIZES } from '@tenantscope/contract/limits'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { searchFor, sizeIn } from './log-size.ts'
import type { LogSize } from './log-size.ts'
import { VisibilityEntries } from './visibility-entries.tsx'

const useStyles = makeStyles({ select: { minWidth: '128px' } })

/** Who showed or hid which license, newest first. */
export function LicenseAudit() {
  const styles = useStyles()
  const search: unknown = useSearch({ strict: false })
  const size = sizeIn(search)
  const navigate = useNavigate()
  const log = useQuery({
    queryKey: ['license-visibility-log', size],
    queryFn: ({ signal }) => call(listLicenseVisibilityLog, { query: { limit: size } }, { signal }),
    placeholderData: keepPreviousData,
  })
  const choose = (value: string) => {
    const chosen = LICENSE_LOG_SIZES.find((each) => String(each) === value)
    if (chosen !== undefined)
      void navigate({ to: '/admin/license-audit', search: searchFor(chosen), resetScroll: false })
  }
  return (
    <PageShell
      title="License Audit Trail"
      crumbs={CRUMBS}
      description="Who showed or hid which license, newest first."
      actions={
        <>
          <Select
            className={styles.select}
            aria-label="Entries"
            value={String(size)}
            onChange={(_, { value }) => choose(value)}
          >
            {LICENSE_LOG_SIZES.map((each) => (
              <option key={each} value={each}>
                {nameOf(each)}
              </option>
            ))}
          </Select>
          <Button
            icon={log.isFetching ? <Spinner size="tiny" /> : <ArrowClockwiseRegular />}
            disabledFocusable={log.isFetching}
            onClick={() => void log.refetch()}
          >
            Refresh
          </Button>
        </>
      }
    >
      {log.isPending && <PageSpinner text="Loading the audit trail..." />}
      {log.isError && (
        <LoadFailed
          title="The audit trail could not be loaded"
          message={userMessageOf(log.error)}
          requestId={requestIdOf(log.error)}
          onRetry={() => void log.refetch()}
        />
      )}
      {log.data?.length === 0 && (
        <EmptyState title="No license visibility changes have been recorded yet." />
      )}
      {log.data && log.data.length > 0 && <VisibilityEntries entries={log.data} />}
    </PageShell>
  )
}

const nameOf = (size: LogSize): string => (size === 0 ? 'All' : `Last ${size}`)

const CRUMBS = [{ label: 'Dashboard', to: '/dashboard' }, { label: 'License Audit Trail' }] as const
