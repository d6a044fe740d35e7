/** A diagram of each kind that the panel draws. */
export const diagramSources: Readonly<Record<string, string>> = {
  flowchart: `flowchart TD
  A[Prompt] --> B{Is it <br/> complete?}
  B -- yes --> C(["Send it"])
  B -- no --> D[/Ask for more/]
  D --> A
  subgraph Service
    C --> E[(Store)]
    E --> F((Task))
  end
  style F fill:#f96,stroke:#333,color:#000
  classDef loud stroke-width:4px;
  class C loud`,
  sequence: `sequenceDiagram
  autonumber
  participant Panel
  actor Reader
  Reader->>Panel: Ask a question
  activate Panel
  Panel->>+Service: POST /api/v1/responses
  Note right of Service: It is billed once
  loop each delta
    Service-->>-Panel: text
  end
  alt it ends
    Panel-->>Reader: The answer
  else it fails
    Panel-xReader: The error
  end
  deactivate Panel`,
  class: `classDiagram
  class Provider {
    <<interface>>
    +string name
    +listModels() Model[]
  }
  Provider <|.. Demo
  Provider "1" *-- "many" Model : offers`,
  state: `stateDiagram-v2
  [*] --> Queued
  Queued --> Running : a worker is free
  Running --> Done
  Running --> Failed : error
  state Running {
    [*] --> First
    First --> Second
  }
  note right of Failed : It is not sent again
  Done --> [*]`,
  entities: `erDiagram
  CONVERSATION ||--o{ TURN : holds
  TURN ||--|{ PART : "is made of"
  TURN {
    string id PK
    int number "its place"
  }`,
  gantt: `gantt
  title A plan
  dateFormat YYYY-MM-DD
  section Design
  Draft :done, a, 2026-01-01, 5d
  Review :active, b, after a, 4d
  section Work
  Write :crit, c, after b, 6d
  Ship :milestone, after c, 0d`,
  pie: `pie showData title Costs
  "Text" : 42.5
  "Image" : 30
  "Audio" : 12
  "Video" : 15.5`,
  mindmap: `mindmap
  root((Studio))
    Text
      Chat
      Prompts
    Media
      Image
      Audio
      Video`,
  timeline: `timeline
  title Versions
  2024 : First idea
  2025 : Chat : Prompts
  2026 : Diagrams`,
  git: `gitGraph
  commit id: "start"
  branch feature
  checkout feature
  commit
  commit
  checkout main
  merge feature
  commit tag: "v1"`,
  journey: `journey
  title A day
  section Morning
    Open the panel: 5: Me
    Ask: 4: Me, Model
  section Evening
    Read: 3: Me`,
  quadrant: `quadrantChart
  title Models
  x-axis Slow --> Fast
  y-axis Cheap --> Dear
  quadrant-1 Best
  A: [0.3, 0.6]
  B: [0.8, 0.2]`,
  chart: `xychart-beta
  title "Tokens"
  x-axis [Mon, Tue, Wed]
  y-axis "Thousands" 0 --> 10
  bar [3, 7, 5]
  line [3, 7, 5]`,
};
