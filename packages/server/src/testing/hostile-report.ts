import type { LicenseReport, ReportLicense } from '@tenantscope/contract/report-document'

/** Names as Microsoft lets people have them, and what breaks files that were not made for them. */
export const HOSTILE_NAMES = [
  'Müller, Jörg',
  '=1+1',
  '<script>alert(1)</script> & Söhne',
  'Emoji 👩‍💻 😀',
  'محمد الأحمد',
  'مُحَمَّد',
  'عبد الله (القسم 12) Smith',
  'فارسی گچپژ',
  'דנה כהן',
  'שָׁלוֹם',
  '山田 太郎',
  'やまだ ガギグゲゴ',
  '张伟',
  '陳美玲 繁體中文',
  '김철수',
  'สมชาย กำลังน้ำ',
  'हिन्दी क्षत्रिय प्रिया',
  'Παπαδόπουλος Γιώργος',
  'Иванов Сергей Ёжик',
  'Nguyễn Thị Hồng Ánh',
  'e\u0301te\u0301',
  'A'.repeat(200),
  'Twin Person',
  'Twin Person',
  'name@as-address.example',
  'nul\0in\u0007name',
  'evil\u202Egnp.exe\u202C name',
  'தமிழ் ᚠᚢᚦ \u{13000}',
  'தமிழ் செல்வி',
  'கொங்கோ',
  'გიორგი ბერიძე',
  'Հայկ Պետրոսյան',
  'አበበ በቀለ',
  'অনুষ্কা মৌসুমী',
  'අනුෂ්කා පෙරේරා',
  'ខ្មែរ សុខា',
  'ສົມໄຊ ຈັນທະວົງ',
  'ကျော်ဇော သတ္တ',
  'తెలుగు శ్రీ',
  'ಕನ್ನಡ ಶ್ರೀ',
  'മലയാളം ശ്രീ',
  'ગુજરાતી શ્રી',
  'ਪੰਜਾਬੀ ਸਿੰਘ',
  'ଓଡ଼ିଆ ଶ୍ରୀ',
  'ދިވެހި',
  'བོད་ཡིག',
  'half \uD83D of a pair',
  'two\nlines\tand a tab',
] as const

const LICENSES: readonly ReportLicense[] = [
  license('Microsoft 365 E3', 'SPE_E3', {
    enabledUnits: 100,
    consumedUnits: 63,
    availableUnits: 37,
    utilizationPercent: 63,
    utilization: 'Some Waste',
    price: { monthly: 22, currency: 'USD', source: 'list' },
    removableSeats: 10,
    removableUnassigned: 7,
    monthlySavings: 220,
  }),
  license('Microsoft 365 Apps für Unternehmen 企業向け', 'O365_BUSINESS', {
    enabledUnits: 25,
    consumedUnits: 27,
    utilizationPercent: 108,
    utilization: 'Overallocated',
    price: { monthly: 8.25, currency: 'USD', source: 'own' },
    removableSeats: 0,
    monthlySavings: 0,
  }),
  license('Power BI (free)', 'POWER_BI_STANDARD', {
    licenseType: 'free',
    enabledUnits: 1_000_000,
    consumedUnits: 45,
    availableUnits: 999_955,
  }),
]

function license(
  friendlyName: string,
  skuPartNumber: string,
  seats: Partial<ReportLicense>,
): ReportLicense {
  return {
    skuId: `id of ${skuPartNumber}`,
    skuPartNumber,
    friendlyName,
    licenseType: 'paid',
    enabledUnits: 0,
    consumedUnits: 0,
    availableUnits: 0,
    utilizationPercent: null,
    utilization: null,
    reportedUsers: 1,
    price: null,
    removableSeats: null,
    monthlySavings: null,
    ...seats,
  }
}

/** A report of people with these names; each holds one license more than the one before, up to all. */
export function reportOf(
  names: readonly string[],
  changes: Partial<LicenseReport> = {},
): LicenseReport {
  const licenses = changes.licenses ?? LICENSES
  const users = names.map((displayName, at) => ({
    id: `id-of-user-${at}`,
    displayName,
    userPrincipalName: `user${at}@contoso.com`,
    email: at % 3 === 0 ? `mail${at}@fabrikam.com` : null,
    isGuest: at % 4 === 1,
    isBlocked: at % 5 === 1,
    assignedLicenses: licenses.slice(0, 1 + (at % licenses.length)),
  }))
  return {
    schema: 'tenantscope/report',
    version: 1,
    reportType: 'user-license',
    isRedacted: false,
    tenant: {
      displayName: 'Contoso <Nord> & Søns',
      id: 'id-of-tenant',
      defaultDomainName: 'contoso.onmicrosoft.com',
    },
    createdAt: '2026-11-20T10:15:30.000Z',
    createdBy: 'Alex Admin',
    timeZone: 'Europe/Berlin',
    dataAsOf: '2026-11-20T09:00:00.000Z',
    summary: {
      totalUsers: users.length,
      totalLicenses: licenses.length,
      totalAssignments: users.reduce((sum, user) => sum + user.assignedLicenses.length, 0),
    },
    licenses: [...licenses],
    users,
    ...changes,
  }
}
