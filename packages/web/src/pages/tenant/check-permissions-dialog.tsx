import { Button, makeStyles } from '@fluentui/react-components'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { checkTenantPermissions } from '@tenantscope/contract/azure'
import type { CheckedPermission, TenantPermissionCheck } from '@tenantscope/contract/azure'
import type { TenantId } from '@tenantscope/contract/ids'
import { LIVE_CALL_SECONDS, QUERY } from '@tenantscope/contract/limits'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useId } from 'react'

import { TechnicalDetails } from '../../features/app-registration/issue-details.tsx'
import {
  MoreThanNeeded,
  PermissionList,
  UnknownPermissions,
} from '../../features/app-registration/permission-lists.tsx'
import { areGrantsKnown, requiredWord } from '../../features/app-registration/permission-words.ts'
import type { Word } from '../../features/app-registration/permission-words.ts'
import { StatusBadge } from '../../features/app-registration/registration-status.tsx'
import { requestIdOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { LIVE_CALL_TIMEOUT_MS, liveCallMessageOf } from '../../lib/live-call.ts'
import { ClosableDialog } from '../../ui/closable-dialog.tsx'
import { DataAsOf } from '../../ui/data-as-of.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'

const useStyles = makeStyles({
  surface: { maxWidth: '880px' },
  content: { minHeight: '320px', padding: '8px 0 16px', '& > * + *': { marginTop: '16px' } },
})

interface CheckPermissionsDialogProps {
  tenant: TenantListItem
  isOpen: boolean
  onClose: () => void
}

/** The permissions in the tenant's token, and the result of testing each one. */
export function CheckPermissionsDialog(props: CheckPermissionsDialogProps) {
  const { tenant, isOpen, onClose } = props
  const styles = useStyles()
  const check = useQuery({ ...tenantCheckQuery(tenant.id), enabled: isOpen })
  return (
    <ClosableDialog
      title="Permissions of this tenant"
      isOpen={isOpen}
      className={styles.surface}
      contentClassName={styles.content}
      isContentFocusable
      actions={
        <Button
          appearance="primary"
          disabledFocusable={check.isFetching}
          onClick={() => void check.refetch()}
        >
          Check again
        </Button>
      }
      onClose={onClose}
    >
      {check.isFetching ? (
        <PageSpinner text={`Checking with Microsoft, for up to ${LIVE_CALL_SECONDS} seconds...`} />
      ) : (
        check.data && <CheckResult check={check.data} />
      )}
      {check.isError && !check.isFetching && (
        <LoadFailed
          title="The permissions could not be checked"
          message={liveCallMessageOf(check.error)}
          requestId={requestIdOf(check.error)}
        />
      )}
    </ClosableDialog>
  )
}

function CheckResult({ check }: { check: TenantPermissionCheck }) {
  const ofKind = (kind: CheckedPermission['kind']) =>
    check.permissions.filter((each) => each.kind === kind)
  return (
    <>
      <Stack row wrap gap={12} lineGap={4} align="center">
        <StatusBadge status={check.status} />
        <span>{check.message}</span>
        <DataAsOf at={check.checkedAt} prefix="Checked" />
      </Stack>
      {check.error !== null && <TechnicalDetails check={check} isOpenAtFirst={false} />}
      <Permissions title="Required permissions" permissions={ofKind('required')} check={check} />
      <Permissions title="Optional permissions" permissions={ofKind('optional')} check={check} />
      <MoreThanNeeded permissions={ofKind('moreThanNeeded')} />
      <UnknownPermissions permissions={ofKind('unknown')} portalUrl={null} />
    </>
  )
}

interface PermissionsProps {
  title: string
  permissions: readonly CheckedPermission[]
  check: TenantPermissionCheck
}

function Permissions({ title, permissions, check }: PermissionsProps) {
  const id = useId()
  const isKnown = areGrantsKnown(check.permissions, check)
  if (permissions.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <Text id={id} as="h3" variant="strong">
        {title}
      </Text>
      <PermissionList
        items={permissions.map((permission) => ({
          permission,
          word: wordFor(permission, isKnown),
          tag: permission.isCritical ? 'Critical' : undefined,
        }))}
      />
    </section>
  )
}

function wordFor(permission: CheckedPermission, isKnown: boolean): Word {
  return permission.kind === 'optional' && isKnown && !permission.isGranted
    ? { tone: 'off', word: 'Not granted' }
    : requiredWord(permission, isKnown)
}

/** Reads the granted permissions from Microsoft when the dialog opens. */
export function tenantCheckQuery(tenantId: TenantId) {
  const freshMs = QUERY.tenantPermissionsFreshSeconds * 1_000
  return queryOptions({
    queryKey: ['tenant-permission-check', tenantId],
    queryFn: ({ signal }) =>
      call(
        checkTenantPermissions,
        { params: { tenantId } },
        { signal: AbortSignal.any([signal, AbortSignal.timeout(LIVE_CALL_TIMEOUT_MS)]) },
      ),
    staleTime: freshMs,
    gcTime: freshMs,
  })
}
