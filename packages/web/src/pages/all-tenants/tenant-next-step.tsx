import { makeStyles, tokens } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import { nextStepOf } from '@tenantscope/analysis/next-step'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { ConsentProgress } from '../../features/consent/consent-progress.tsx'
import { NextStepAction } from '../../features/consent/next-step-action.tsx'
import { readAgain } from '../../features/refresh/read-again.ts'
import { RefreshButton } from '../../features/refresh/refresh-button.tsx'
import { useRefresh } from '../../features/refresh/use-refresh.ts'
import { tenantListQuery } from '../../lib/tenant-list.ts'
import type { Consenting } from './row-dialogs.tsx'

/** The page hears of the same run; what it has just read need not be read twice. */
const JUST_READ_MS = 2_000

const useStyles = makeStyles({
  step: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: '8px',
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  text: { margin: 0 },
  wide: { alignSelf: 'stretch', ':empty': { display: 'none' } },
})

interface TenantNextStepProps extends Consenting {
  tenant: TenantListItem
  onDeclined: () => void
}

/** What to do about this tenant, with the button that does it; nothing where nothing is to be done. */
export function TenantNextStep(props: TenantNextStepProps) {
  const { tenant, consents, isConnected, onDeclined } = props
  const styles = useStyles()
  const client = useQueryClient()
  const refresh = useRefresh({
    scope: tenant.id,
    onNewData: () => void readAgain(client, tenantListQuery({ isQuiet: true }), JUST_READ_MS),
  })
  const { step, text } = nextStepOf(tenant, { isConnected })
  if (step === 'none') return null
  const consent = consents.steps.findLast(({ tenantId }) => tenantId === tenant.id)
  return (
    <section className={styles.step} aria-label="Next step">
      <p className={styles.text}>{text}</p>
      <NextStepAction
        step={step}
        tenant={tenant}
        phase={consent?.phase ?? 'idle'}
        onGrantConsent={() => consents.start(tenant.id)}
        onDeclined={onDeclined}
        refreshButton={<RefreshButton refresh={refresh} />}
      />
      <div className={styles.wide}>{consent && <ConsentProgress {...consent} />}</div>
    </section>
  )
}
