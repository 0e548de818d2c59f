import { Button } from '@fluentui/react-components'
import type { SetupStepId } from '@tenantscope/contract/onboarding'
import type { ReactNode } from 'react'

import { LinkButton } from '../../ui/app-link.tsx'
import { copyText } from '../../ui/copy-text.ts'

type Appearance = 'primary' | 'secondary'

/** What reads the first tenants, on a screen that can do that. */
export type RenderFirstTenant = (appearance: Appearance) => ReactNode

interface StepActionProps {
  id: SetupStepId
  isNext: boolean
  /** Shown on the page of the connection, where two of the steps are done. */
  isAtConnection: boolean
  renderFirstTenant: RenderFirstTenant | undefined
}

/** What does a step, or leads to where it is done. */
export function StepAction({ id, isNext, isAtConnection, renderFirstTenant }: StepActionProps) {
  const appearance = isNext ? 'primary' : 'secondary'
  if (id === 'people') return <CopyAddressButton appearance={appearance} />
  if (id === 'firstTenant' && renderFirstTenant) return renderFirstTenant(appearance)
  const { to, label } = PLACES[id]
  if (to === '/azure-config' && isAtConnection) return null
  return (
    <LinkButton appearance={appearance} to={to}>
      {label}
    </LinkButton>
  )
}

const PLACES = {
  connect: { to: '/azure-config', label: 'Connect Microsoft' },
  redirectUris: { to: '/azure-redirect-setup', label: 'Show redirect URIs' },
  permissions: { to: '/azure-config', label: 'Check permissions' },
  firstTenant: { to: '/dashboard', label: 'Go to All Tenants' },
} as const

function CopyAddressButton({ appearance }: { appearance: Appearance }) {
  return (
    <Button
      appearance={appearance}
      onClick={() => void copyText(new URL('/login', location.origin).href)}
    >
      Copy sign-in address
    </Button>
  )
}
