import {
  Button,
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  makeStyles,
  SearchBox,
  Spinner,
} from '@fluentui/react-components'
import { ArrowClockwiseRegular } from '@fluentui/react-icons/svg/arrow-clockwise'
import { useQuery } from '@tanstack/react-query'
import type { LoginLog } from '@tenantscope/contract/audit'
import { AUDIT } from '@tenantscope/contract/limits'
import { useState } from 'react'

import { useFormat } from '../../../lib/preferences.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { ClosableTitle } from '../../../ui/closable-title.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import type { TableColumn } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { Text } from '../../../ui/text.tsx'
import { Q_LENGTH, signInsQuery, TYPING_MS } from './audit.queries.ts'
import { pagerOf, usePages } from './use-pages.ts'

const useStyles = makeStyles({
  surface: { maxWidth: 'min(1200px, 96vw)' },
  content: { display: 'flex', flexDirection: 'column', gap: '12px' },
  search: { flexGrow: 1, maxWidth: '360px' },
})

/** Lists sign-ins and failed attempts (specification section 2, Admin Panel). */
export function LoginActivityDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles()
  const [text, setText] = useState('')
  const email = useSettled(text.trim(), TYPING_MS)
  const pages = usePages(email)
  const log = useQuery(signInsQuery(email, pages.cursor))
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <ClosableTitle onClose={onClose}>Login Activity Audit Trail</ClosableTitle>
          <DialogContent className={styles.content}>
            <Stack row wrap gap={8}>
              <SearchBox
                className={styles.search}
                aria-label="Filter by email"
                placeholder="Filter by email"
                maxLength={Q_LENGTH}
                value={text}
                onChange={(_, { value }) => setText(value)}
              />
              <Button
                icon={log.isFetching ? <Spinner size="tiny" /> : <ArrowClockwiseRegular />}
                disabledFocusable={log.isFetching}
                onClick={() => void log.refetch()}
              >
                Refresh
              </Button>
            </Stack>
            {log.isPending && <PageSpinner text="Loading login activity..." />}
            {log.isError && <LoadFailed title="Login activity could not be loaded" query={log} />}
            {log.data?.logs.length === 0 && <EmptyState title="No login activity found" />}
            {log.data && log.data.logs.length > 0 && (
              <>
                <LoginRows logs={log.data.logs} />
                <Pager
                  label="Pages of login activity"
                  {...pagerOf(pages, { ...log.data, shown: log.data.logs.length })}
                />
              </>
            )}
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}

/** Sign-ins and refusals, newest first. */
function LoginRows({ logs }: { logs: readonly LoginLog[] }) {
  const { dateTime } = useFormat()
  const columns: readonly TableColumn<LoginLog>[] = [
    {
      header: 'Timestamp',
      width: 15,
      render: ({ timestamp }) => <Text tabular>{dateTime(timestamp)}</Text>,
    },
    { header: 'Email', width: 17, render: ({ email }) => <ForeignText wrap>{email}</ForeignText> },
    { header: 'Method', width: 9, render: ({ method }) => METHODS.get(method) ?? method },
    {
      header: 'Status',
      width: 10,
      render: ({ success }) => (
        <StatusLabel tone={success ? 'good' : 'bad'}>{success ? 'Success' : 'Failed'}</StatusLabel>
      ),
    },
    { header: 'IP Address', width: 10, render: ({ ipAddress }) => ipAddress },
    {
      header: 'User Agent',
      width: 15,
      render: ({ userAgent }) =>
        userAgent === null ? null : <bdi title={userAgent}>{cut(userAgent)}</bdi>,
    },
    {
      header: 'Session ID',
      width: 9,
      render: ({ sessionId }) =>
        sessionId === null ? null : <Text mono>{sessionId.slice(0, AUDIT.sessionIdShown)}</Text>,
    },
    {
      header: 'Error',
      width: 15,
      render: ({ errorMessage }) =>
        errorMessage === null ? null : <ForeignText wrap>{errorMessage}</ForeignText>,
    },
  ]
  return (
    <DataTable
      caption="Login activity, newest first"
      columns={columns}
      rows={logs}
      rowId={({ id }) => id}
    />
  )
}

const METHODS = new Map([
  ['local', 'Local'],
  ['microsoft', 'Microsoft'],
])

const cut = (userAgent: string): string =>
  userAgent.length > AUDIT.userAgentShown
    ? `${userAgent.slice(0, AUDIT.userAgentShown)}…`
    : userAgent
