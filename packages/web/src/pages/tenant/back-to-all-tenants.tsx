import { ArrowLeft20Regular } from '@fluentui/react-icons/svg/arrow-left'

import { LinkButton } from '../../ui/app-link.tsx'

export function BackToAllTenants() {
  return (
    <LinkButton to="/dashboard" appearance="subtle" icon={<ArrowLeft20Regular />}>
      Back to All Tenants
    </LinkButton>
  )
}
