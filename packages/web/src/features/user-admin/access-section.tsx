import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'

import { TenantAccessFields } from '../../ui/tenant-access-fields.tsx'
import { DialogSection } from './dialog-section.tsx'
import type { UserDraft } from './user-draft.ts'

const useStyles = makeStyles({
  note: { ...typographyStyles.body1, margin: 0, color: tokens.colorNeutralForeground2 },
})

interface AccessSectionProps {
  draft: UserDraft
  onChange: (changes: Partial<UserDraft>) => void
}

/** Which tenants somebody sees. */
export function AccessSection({ draft, onChange }: AccessSectionProps) {
  const styles = useStyles()
  return (
    <DialogSection title="Tenant access">
      {draft.role === 'admin' ? (
        <p className={styles.note}>Administrators see all tenants.</p>
      ) : (
        <TenantAccessFields value={draft.access} onChange={(access) => onChange({ access })} />
      )}
    </DialogSection>
  )
}
