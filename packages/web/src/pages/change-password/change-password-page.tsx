import { ChangePasswordForm } from '../../features/change-password/change-password-form.tsx'
import { RequiredStepPage } from '../../features/required-step/required-step-page.tsx'

/** Nothing else is reachable until the person has chosen a password of their own (decisions.md, Sign-in and sessions). */
export function ChangePasswordPage() {
  return (
    <RequiredStepPage
      title="Choose a new password"
      text="Your password was set by another user. Choose a new password to continue."
    >
      <ChangePasswordForm />
    </RequiredStepPage>
  )
}
