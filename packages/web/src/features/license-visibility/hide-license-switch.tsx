import { Switch } from '@fluentui/react-components'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import { useState } from 'react'

import { useCurrentUser } from '../../lib/current-user.ts'
import { useSetLicenseVisibility } from '../../lib/licenses.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LaterPart } from '../../ui/later-part.tsx'
import { RETURNS_FOCUS } from '../../ui/returns-focus.ts'

const ConfirmDialog = lazyPart(
  async () => (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog,
)

interface HideLicenseSwitchProps {
  license: Pick<TenantLicense, 'skuId' | 'displayName' | 'isVisible'>
  /** Where a badge beside it says the same, it needs no words of its own. */
  hasLabel?: boolean
}

/** Shows or hides a license for everybody: hiding asks first, showing does not. Administrators only. */
export function HideLicenseSwitch({ license, hasLabel = true }: HideLicenseSwitchProps) {
  const { isAdmin } = useCurrentUser()
  const change = useSetLicenseVisibility()
  // Undefined until it is first asked for: its code is not loaded before.
  const [isAsking, setIsAsking] = useState<boolean>()
  if (!isAdmin) return null
  const { skuId, displayName, isVisible } = license
  const hide = () => {
    setIsAsking(false)
    change.mutate({ skuId, isVisible: false })
  }
  return (
    <>
      <Switch
        {...RETURNS_FOCUS}
        {...(hasLabel ? { label: 'Visible' } : {})}
        aria-label={`Visible: ${displayName}`}
        checked={change.isPending ? change.variables.isVisible : isVisible}
        // Not disabled meanwhile: it would lose the focus.
        onChange={(_, { checked }) => {
          if (change.isPending) return
          if (checked) change.mutate({ skuId, isVisible: true })
          else setIsAsking(true)
        }}
      />
      {isAsking !== undefined && (
        <LaterPart>
          <ConfirmDialog
            title="Hide this license?"
            confirmLabel="Confirm Hide"
            cancelLabel="Cancel"
            isOpen={isAsking}
            onConfirm={hide}
            onCancel={() => setIsAsking(false)}
          >
            <ForeignText wrap>{displayName}</ForeignText> disappears from the tenant views, the
            totals and all reports of everyone. An administrator can show it again in License
            Management.
          </ConfirmDialog>
        </LaterPart>
      )}
    </>
  )
}
