/** Tenantscope's mark: three tenants and the lens on the fourth. The favicon shows the same drawing. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <rect width="24" height="24" rx="6" fill="#02717a" />
      <rect x="5" y="5" width="6" height="6" rx="1.5" fill="#fff" />
      <rect x="13" y="5" width="6" height="6" rx="1.5" fill="#fff" fillOpacity="0.62" />
      <rect x="5" y="13" width="6" height="6" rx="1.5" fill="#fff" fillOpacity="0.62" />
      <circle cx="15.7" cy="15.7" r="2.6" fill="none" stroke="#fff" strokeWidth="1.6" />
      <path d="m17.7 17.7 2 2" stroke="#fff" strokeWidth="1.6" strokeLinecap="round" />
    </svg>
  )
}
