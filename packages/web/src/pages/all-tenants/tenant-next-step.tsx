import { makeStyles, tokens } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import { nextStepOf } from '@tenantscope/analysis/next-step'
import type { TenantId } from '@tenantscope/contract/ids'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { ConsentProgress } from '../../features/consent/consent-progress.tsx'
import { NextStepAction } from '../../features/consent/next-step-action.tsx'
import type { Consents } from '../../features/consent/use-consents.ts'
import { readAgain } from '../../features/refresh/expire-tenant-data.ts'
import { RefreshButton } from '../../features/refresh/refresh-button.tsx'
import type { Refresh } from '../../features/refresh/use-refresh.ts'
import { useRefresh } from '../../features/refresh/use-refresh.ts'
import { connectionRefusal } from '../../lib/connection-refusal.ts'
import { useStore } from '../../lib/store.ts'
import { tenantListQuery } from '../../lib/tenant-list.ts'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'

const useStyles = makeStyles({
  step: {
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  wide: { alignSelf: 'stretch', ':empty': { display: 'none' } },
})

/** The state that a dialog needs to request a consent. */
export interface Consenting {
  consents: Consents
  isConnected: boolean
}

interface TenantNextStepProps extends Consenting {
  tenant: TenantListItem
  onDeclined: () => void
}

/** The next step for this tenant, with its button; absent when there is none. */
export function TenantNextStep(props: TenantNextStepProps) {
  const { tenant, consents, isConnected, onDeclined } = props
  const styles = useStyles()
  const refresh = useTenantRefresh(tenant.id)
  const refusal = useStore(connectionRefusal)
  const { step, text } = nextStepOf(tenant, { isConnected, refusal })
  if (step === 'none') return null
  const consent = consents.steps.findLast(({ tenantId }) => tenantId === tenant.id)
  return (
    <Stack as="section" gap={8} align="start" className={styles.step} aria-label="Next step">
      <Text as="p">{text}</Text>
      <NextStepAction
        step={step}
        tenant={tenant}
        phase={consent?.phase ?? 'idle'}
        onGrantConsent={() => consents.start(tenant.id)}
        onDeclined={onDeclined}
        refreshButton={<RefreshButton refresh={refresh} />}
      />
      <div className={styles.wide}>{consent && <ConsentProgress {...consent} />}</div>
    </Stack>
  )
}

/** The page follows the same run; data that it has just read is not read twice. */
const JUST_READ_MS = 2_000

/** Refreshes one tenant from a dialog over the list. */
export function useTenantRefresh(tenantId: TenantId): Refresh {
  const client = useQueryClient()
  return useRefresh({
    scope: tenantId,
    onNewData: () => void readAgain(client, tenantListQuery({ isQuiet: true }), JUST_READ_MS),
  })
}
