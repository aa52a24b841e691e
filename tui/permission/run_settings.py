"""Which settings of the agents run, allow or change something, and which do nothing. Data.

Read from what the CLIs themselves accept. A setting that is in none of these lists is shown as
one that may run something: new versions bring new settings.
"""

import re

from tui.permission.programs import named

HELPERS = named(
    "apiKeyHelper awsAuthRefresh awsCredentialExport gcpAuthRefresh otelHeadersHelper"
    " proxyAuthHelper headersHelper processWrapper policyHelper policyHelpers statusLine"
    " subagentStatusLine fileSuggestion defaultShell"
    " discoveryCommand callCommand serverCommand toolDiscoveryCommand toolCallCommand"
    " mcpServerCommand bugCommand pager preferredEditor"
    " notify auth_command model_instructions_file experimental_instructions_file zsh_path"
    " js_repl_node_path"
)
"""Settings that name a program to run or a file to obey, wherever they stand."""

PERMISSIONS = named(
    "permissions permissionMode defaultMode enableAllProjectMcpServers enabledMcpjsonServers"
    " enabledPlugins extraKnownMarketplaces additionalMarketplaces pluginConfigs skillOverrides"
    " additionalDirectories autoMode agent worktree skipDangerousModePermissionPrompt"
    " disableAllHooks allowedHttpHookUrls httpHookAllowedEnvVars allowedMcpServers"
    " approval_policy sandbox_mode sandbox sandbox_workspace_write network_access rule"
    " default_permissions projects plugins skills agents features tools_view_image"
    " autoAccept approvalMode defaultApprovalMode trust allowed coreTools excludeTools core exclude"
    " includeDirectories policyPaths adminPolicyPaths folderTrust enablePermanentToolApproval"
)
"""Settings that allow something, or turn a guard off."""

ENVIRONMENT = named(
    "env shell_environment_policy base_url baseUrl openai_base_url chatgpt_base_url"
    " otel telemetry proxy otlpEndpoint environmentVariableRedaction"
    " allowedEnvironmentVariables excludedEnvVars excludedProjectEnvVars xaaIdp"
)
"""Settings that change where an agent sends things, or what its programs find."""

SERVERS = named("mcpServers mcp_servers managedMcpServers lspServers")

SERVER_MEMBERS = named(
    "command args url httpUrl tcp type transport timeout cwd description alwaysLoad oauth trust"
    " enabled disabled startup_timeout_sec tool_timeout_sec enabled_tools disabled_tools"
    " includeTools excludeTools name"
)
"""Members of a server that are told with it, or do nothing."""

HARMLESS = named(
    "$schema model models fallbackModel availableModels enforceAvailableModels deniedModels"
    " modelOverrides modelPicker modelPricing modelSettings advisorModel effortLevel maxEffortLevel"
    " alwaysThinkingEnabled language viewMode theme verbose outputStyle spinnerVerbs"
    " spinnerTipsEnabled spinnerTipsOverride syntaxHighlightingDisabled maxProseWidth spellcheck"
    " terminalTitleFromRename cleanupPeriodDays includeCoAuthoredBy includeGitInstructions"
    " attribution respectGitignore breakReminder quietHours companyAnnouncements promptCacheTtl"
    " subagentPromptCacheTtl autoCompactWindow fastMode fastModePerSessionOptIn"
    " promptSuggestionEnabled feedbackSurveyRate feedbackDrafts disabledMcpjsonServers"
    " deniedMcpServers skillListingMaxDescChars skillListingBudgetFraction disableBundledSkills"
    " disableWorkflows disableArtifact disableAgentView disableRemoteControl ultracode"
    " disableSkillShellExecution bashOutputMaxChars taskOutputMaxChars respondToBashCommands"
    " model_provider model_reasoning_effort model_reasoning_summary model_verbosity"
    " model_context_window model_auto_compact_token_limit model_providers review_model personality"
    " hide_agent_reasoning show_raw_agent_reasoning file_opener tui history disable_paste_burst"
    " check_for_update_on_startup profile profiles"
    " general ui ide privacy context experimental advanced security tools mcp output admin"
    " previewFeatures vimMode contextFileName fileFiltering hideBanner hideTips"
    " maxSessionTurns usageStatisticsEnabled checkpointing accessibility selectedAuthType"
    " hooksConfig"
)
"""Settings that run nothing by themselves; those that are tables are looked into."""

TELLING = named(
    "command cmd helper script exec executable wrapper shell hook hooks program binary launcher"
    " argv run runner editor pager url endpoint proxy server servers plugin plugins"
)
"""Words in the name of a setting by which it may run or reach something."""

_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def tells(key: str) -> bool:
    """Tell whether a setting's name says that it may run or reach something."""
    return any(word.lower() in TELLING for word in _WORDS.findall(key))
