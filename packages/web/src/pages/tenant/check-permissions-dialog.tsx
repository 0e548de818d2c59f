import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  makeStyles,
  typographyStyles,
} from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { CheckedPermission, TenantPermissionCheck } from '@tenantscope/contract/azure'
import { LIVE_CALL_SECONDS } from '@tenantscope/contract/limits'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useId } from 'react'

import { MoreThanNeeded } from '../../features/app-registration/more-than-needed.tsx'
import { PermissionList } from '../../features/app-registration/permission-list.tsx'
import { areGrantsKnown, requiredWord } from '../../features/app-registration/permission-words.ts'
import type { Word } from '../../features/app-registration/permission-words.ts'
import { StatusBadge } from '../../features/app-registration/status-badge.tsx'
import { TechnicalDetails } from '../../features/app-registration/technical-details.tsx'
import { UnknownPermissions } from '../../features/app-registration/unknown-permissions.tsx'
import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { ClosableTitle } from '../../ui/closable-title.tsx'
import { DataAsOf } from '../../ui/data-as-of.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { tenantCheckQuery } from './tenant-check.queries.ts'

const useStyles = makeStyles({
  surface: { maxWidth: '880px' },
  content: { minHeight: '320px', padding: '8px 0 16px', '& > * + *': { marginTop: '16px' } },
  verdict: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' },
  title: { ...typographyStyles.body1Strong, margin: 0 },
})

interface CheckPermissionsDialogProps {
  tenant: TenantListItem
  isOpen: boolean
  onClose: () => void
}

/** What the tenant grants, as its token says and as a probe of each permission proves. */
export function CheckPermissionsDialog(props: CheckPermissionsDialogProps) {
  const { tenant, isOpen, onClose } = props
  const styles = useStyles()
  const check = useQuery({ ...tenantCheckQuery(tenant.id), enabled: isOpen })
  return (
    <Dialog open={isOpen} onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <ClosableTitle onClose={onClose}>Permissions of this tenant</ClosableTitle>
          {/* It scrolls and may hold nothing that takes the focus: the arrow keys need it. */}
          <DialogContent className={styles.content} tabIndex={0}>
            {check.isFetching ? (
              <PageSpinner text={`Asking Microsoft, at most ${LIVE_CALL_SECONDS} seconds...`} />
            ) : (
              check.data && <CheckResult check={check.data} />
            )}
            {check.isError && !check.isFetching && (
              <LoadFailed
                title="The permissions could not be checked"
                message={failureText(check.error)}
                requestId={requestIdOf(check.error)}
              />
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
            <Button
              appearance="primary"
              disabledFocusable={check.isFetching}
              onClick={() => void check.refetch()}
            >
              Check again
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}

function CheckResult({ check }: { check: TenantPermissionCheck }) {
  const styles = useStyles()
  const ofKind = (kind: CheckedPermission['kind']) =>
    check.permissions.filter((each) => each.kind === kind)
  return (
    <>
      <div className={styles.verdict}>
        <StatusBadge status={check.status} />
        <span>{check.message}</span>
        <DataAsOf at={check.checkedAt} prefix="Checked" />
      </div>
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
  const styles = useStyles()
  const id = useId()
  const isKnown = areGrantsKnown(check.permissions, check)
  if (permissions.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
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

function failureText(error: unknown): string {
  return error instanceof DOMException && error.name === 'TimeoutError'
    ? `No answer came within ${LIVE_CALL_SECONDS} seconds. Please try again.`
    : userMessageOf(error)
}
