import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle'
import { DismissCircleRegular } from '@fluentui/react-icons/svg/dismiss-circle'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'

import { tellSignInNews } from '../../features/fresh-sign-in/sign-in-news.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageShell } from '../../ui/page-shell.tsx'

/** The end of a sign-in in a separate window: notifies the waiting page, and closes itself. */
export function SignedInPage() {
  const { error } = useSearch({ from: '/signed-in' })
  const refusal = error ?? null
  useEffect(() => {
    tellSignInNews({ refusal })
    // Without effect where no script has opened the window: then the page below stays.
    window.close()
  }, [refusal])
  return (
    <PageShell title={refusal === null ? 'You are signed in' : 'The sign-in did not work'}>
      <EmptyState
        icon={refusal === null ? <CheckmarkCircleRegular /> : <DismissCircleRegular />}
        title={refusal === null ? 'Done' : 'You are still signed in as before'}
        text="If this window does not close automatically, close it and continue in the previous window."
        action={<LinkButton to="/dashboard">Go to All Tenants</LinkButton>}
      />
    </PageShell>
  )
}
