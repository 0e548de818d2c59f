import { Button, makeStyles, Spinner, useRestoreFocusTarget } from '@fluentui/react-components'
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download'
import { PersonClockRegular } from '@fluentui/react-icons/svg/person-clock'
import { ShieldCheckmarkRegular } from '@fluentui/react-icons/svg/shield-checkmark'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { exportAudit, verifyAudit } from '@tenantscope/contract/audit'
import type { AuditVerification } from '@tenantscope/contract/audit'

import { userMessageOf } from '../../../lib/api-error.ts'
import { call, callForFile } from '../../../lib/api.ts'
import { useTimeZone } from '../../../lib/preferences.ts'
import { saveBlob } from '../../../lib/save-file.ts'
import { showToast } from '../../../lib/toasts.ts'
import { askedOf } from './audit.queries.ts'
import type { AuditFilter } from './audit.queries.ts'

const useStyles = makeStyles({ actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' } })

interface AuditActionsProps {
  filter: AuditFilter
  onVerified: (result: AuditVerification) => void
  onShowLogins: () => void
}

/** What can be done with the audit: look at sign-ins, check the seals, save what is filtered. */
export function AuditActions({ filter, onVerified, onShowLogins }: AuditActionsProps) {
  const styles = useStyles()
  const client = useQueryClient()
  const timeZone = useTimeZone()
  const restoreFocus = useRestoreFocusTarget()
  const verify = useMutation({
    mutationFn: () => call(verifyAudit),
    onSuccess: onVerified,
    onError: (error) =>
      showToast({ intent: 'error', title: 'Verification Failed', text: userMessageOf(error) }),
  })
  const save = useMutation({
    mutationFn: () =>
      callForFile(exportAudit, { query: askedOf(filter, timeZone) }, { fallbackName: 'audit.csv' }),
    onSuccess: (file) => {
      saveBlob(file)
      showToast({ intent: 'success', title: 'Export Successful', text: file.name })
      // That it was taken is an entry.
      void client.invalidateQueries({ queryKey: ['audit'] })
    },
    onError: (error) =>
      showToast({ intent: 'error', title: 'Export Failed', text: userMessageOf(error) }),
  })
  return (
    <div className={styles.actions}>
      <Button {...restoreFocus} icon={<PersonClockRegular />} onClick={onShowLogins}>
        View Login Activity
      </Button>
      <Button
        icon={verify.isPending ? <Spinner size="tiny" /> : <ShieldCheckmarkRegular />}
        disabledFocusable={verify.isPending}
        onClick={() => verify.mutate()}
      >
        Verify
      </Button>
      <Button
        icon={save.isPending ? <Spinner size="tiny" /> : <ArrowDownloadRegular />}
        disabledFocusable={save.isPending}
        onClick={() => save.mutate()}
      >
        Export
      </Button>
    </div>
  )
}
