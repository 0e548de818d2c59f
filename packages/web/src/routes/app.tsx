import { AppTheme } from '../ui/app-theme.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { NewVersionBar } from '../ui/new-version-bar.tsx'
import { AuthGate } from './auth-gate.tsx'

/** The whole application, from the theme to the screen. */
export function App() {
  return (
    <AppTheme>
      <NewVersionBar />
      <ErrorBoundary>
        <AuthGate />
      </ErrorBoundary>
    </AppTheme>
  )
}
