// The memory file as others read it: the keys, who sets each, and a new file byte for byte (STO-10, STO-11).
import { describe, expect, test } from "vitest";
import { composeDocument } from "../../src/memory/compose.ts";
import { AUTHOR_KEYS, TOOL_KEYS } from "../../src/memory/keys.ts";
import { fileNameFor } from "../../src/memory/slug.ts";

const EVERY_KEY = `---
name: "Deploys: by hand"
description: Deploys are started by hand
type: project
kind: runbook
project: example.org/team/shop
tags: [deploy, ops]
asks: [how do I deploy?]
paths: [deploy/**]
branch: main
expires: 2027-01-31
confidence: 0.8
id: 01J9ZQ0000000000000000000A
trust-level: verified
created-at: 2026-01-31T09:00:00Z
last-verified: 2026-01-31
source: user
source-machine: 00112233445566aa (laptop)
status: retired
supersedes: [01J9ZQ0000000000000000000B]
superseded-by: [01J9ZQ0000000000000000000C]
quarantined-at: 2026-02-01T09:00:00Z
quarantine-reason: wrong
quarantined-by: 00112233445566aa
---
make deploy
`;

describe("pins: the memory file", () => {
  test("STO-10: the keys an author sets, in the order of a new file", () => {
    expect(AUTHOR_KEYS.join(" ")).toBe(
      "name description type kind project tags asks paths rule branch expires confidence",
    );
  });

  test("TRU-21: the keys only the tool sets, in the order of a new file", () => {
    expect(TOOL_KEYS.join(" ")).toBe(
      "id trust-level created-at last-verified source source-machine evidence status supersedes superseded-by proposes " +
        "quarantined-at quarantine-reason quarantined-by holds sync",
    );
  });

  test("STO-10: a new file with every key, byte for byte", () => {
    const document = composeDocument(
      {
        body: "make deploy",
        confidence: 0.8,
        expires: "2027-01-31",
        branch: "main",
        paths: ["deploy/**"],
        asks: ["how do I deploy?"],
        tags: ["deploy", "ops"],
        project: "example.org/team/shop",
        kind: "runbook",
        type: "project",
        description: "Deploys are started by hand",
        name: "Deploys: by hand",
      },
      {
        "quarantined-by": "00112233445566aa",
        "quarantine-reason": "wrong",
        "quarantined-at": "2026-02-01T09:00:00Z",
        "superseded-by": ["01J9ZQ0000000000000000000C"],
        supersedes: ["01J9ZQ0000000000000000000B"],
        status: "retired",
        "source-machine": "00112233445566aa (laptop)",
        source: "user",
        "last-verified": "2026-01-31",
        "created-at": "2026-01-31T09:00:00Z",
        "trust-level": "verified",
        id: "01J9ZQ0000000000000000000A",
      },
    );
    expect(document.text).toBe(EVERY_KEY);
  });

  test("STO-11: file names", () => {
    expect(fileNameFor("project", "Deploys: by hand", 1)).toBe("project_deploys_by_hand.md");
    expect(fileNameFor("project", "Deploys: by hand", 2)).toBe("project_deploys_by_hand_2.md");
    expect(fileNameFor("reference", "배포는 릴리스 브랜치에서만 한다", 1)).toBe("reference_655c4f25bf.md");
  });
});
