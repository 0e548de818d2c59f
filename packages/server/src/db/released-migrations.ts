interface ReleasedMigration {
  /** SHA-256 of the complete released file, as databases of that release store it. */
  readonly file: string
  /** `checksumOf` the same file. */
  readonly statements: string
}

/** The migrations of releases whose databases store a checksum that includes comments. */
export const RELEASED_MIGRATIONS: Readonly<Record<string, ReleasedMigration>> = {
  '0001-foundation.sql': {
    file: '6bc3a647d05cea217518e5c2ede88c78de166fba8ffb6b8df5fbc1fcb1c0f597',
    statements: '533510e67bad936043a87458fdf2e1657d911aaaa5f84a4c213b3079f34d9114',
  },
  '0002-microsoft-whole.sql': {
    file: '56cea83b2048b7924d4ab680743a4fd4769bc51716204a155c8ddc72071c9412',
    statements: 'eec6ef5321fe06b6fc5d4948ffbdeaba30f30be6f06599f9ae4435fc6d705139',
  },
  '0003-activity-and-shared-limits.sql': {
    file: 'fd5c27bde291a57bed2feb8a3b3352aeb7f405fc5e713e2268b16d5b4e398640',
    statements: 'e70b1a22e2993bcdda9ad945b2fc7eade034850b234ecf21736962792c8fae16',
  },
  '0004-screens.sql': {
    file: '727fd3b3965a3b8da4f1c3b95298e47d39dd533d808a8a8589a4e79f2872ac12',
    statements: '6081e096730348a118c1ab86c149bb6eef3f334e49c05c2c55b3254b32205319',
  },
  '0005-connecting.sql': {
    file: 'd5d760e53229e0183eb4f20e39f8586b8d8a0c5ce87cab86c69728b82a6103aa',
    statements: '8ed0dccba1f1a35e766b36755c39477b1bc72a2970f915d63ede3d664e267683',
  },
  '0006-reports.sql': {
    file: '7848f2cf9916984ee08c1927505bd281c69cce9a792548a49b3080f95d909829',
    statements: '7be89a3e3db0e43a51ef5bf5511640bd68fa02a18e2ffaf08b6c215750b1802c',
  },
  '0007-administration.sql': {
    file: '75bd353e4f106dd8d56fa63b4113c101a0d8f9f9014cc8aa8189906bccda0cc1',
    statements: 'cd765a2a0aa02726987ee0ff184df0577ad21cd7d3e2083bb0232bd6fb4baa11',
  },
}
